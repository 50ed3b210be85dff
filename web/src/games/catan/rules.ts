/* rules.ts -- the choices people have in CATAN, and the names of its options. */
import { has, t } from '../../i18n.svelte';
import type { GameRules } from '../game';

/* How each edition lays out the harbors on a random island. */
export const HARBORS: Record<string, string> = {
  fifth: 'markers',
  '3d': 'coves',
  sixth: 'frame',
  'fifth-56': 'markers',
};

/* Options that only count what is in the box come after those that change the play. */
const BOX =
  /^(brick|lumber|wool|grain|ore|bank|knights|road_building|plenty|monopoly|point_cards|roads|settlements|cities)$/;

export const rules: GameRules = {
  presets: [
    { id: 'fifth', ruleset: 'fifth' },
    { id: '3d', ruleset: '3d' },
    { id: 'sixth', ruleset: 'sixth' },
    { id: 'fifth-56', ruleset: 'fifth-56' },
    { id: 'helpers', ruleset: 'fifth+helpers' },
  ],
  boards: (ruleset) => (ruleset === 'fifth-56' ? ['random'] : ['random', 'fixed', 'beginner']),
  dealt: (ruleset, option) => (option === 'harbors' ? HARBORS[ruleset] : undefined),
  joined: false,
  firstRolls: true,
  optionLabel: (name) => (has(`option.${name}`) ? t(`option.${name}`) : ''),
  inBox: (name) => BOX.test(name),
};
