/* why.ts -- what a bot says about its last turn: each decision that mattered, with its reasons. */
import { t } from '../i18n.svelte';
import type { Advice } from '../table/table';

const SHOWN = 5; /* the last few decisions; with three reasons each, nobody reads more */

export function whyWords(
  who: string,
  turn: Advice[],
  describe: (action: string) => string,
): string {
  if (!turn.length) return t('why.nothing');
  const said = turn.slice(-SHOWN).map((a) => {
    const reasons = a.why.slice(0, 3).map((w) => t(`why.${w.id}`));
    return `${describe(a.actions[0])}: ${reasons.join(' · ')}`;
  });
  return `${who} – ${said.join('; ')}`;
}
