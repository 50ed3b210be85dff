/* refusedMoves.ts -- the moves that a person who presses a button could mean, so that the engine can be
 * asked why they are not allowed. */
import type { Answer, Refusal } from '../../schema';
import { CORNERS, SIDES } from './board/geometry';
import type { CatanView } from './view';

export function candidates(view: CatanView, seat: number, verb: string): string[] {
  const hexes = view.board.hexes.map((h) => h.name);
  const all = (names: readonly string[]): string[] =>
    hexes.flatMap((h) => names.map((n) => `${seat} ${verb} ${h}.${n}`));
  const one = (args: string): string[] => [`${seat} ${verb} ${args}`];
  switch (verb) {
    case 'road':
      return all(SIDES);
    case 'settle':
      return all(CORNERS);
    case 'vincent-settle':
      return all(CORNERS);
    case 'city':
    case 'vincent-city': {
      const own = view.seats[seat].settlements;
      return own.length ? own.map((p) => `${seat} ${verb} ${p}`) : all(CORNERS).slice(0, 6);
    }
    case 'plenty':
      return one('2ore').concat(one('wool+ore'));
    case 'monopoly':
    case 'jean':
    case 'marianne':
      return one('ore');
    case 'nassir':
      return view.seats.filter((s) => s.seat !== seat).map((s) => `${seat} nassir ore ${s.seat}`);
    case 'hilde':
      return view.seats.filter((s) => s.seat !== seat).map((s) => `${seat} hilde ${s.seat}`);
    case 'william':
      return hexes.flatMap((h) => SIDES.map((n) => `${seat} william ${h}.${n} lumber+wool`));
    case 'louis':
      return view.seats[seat].roads.map((r) => `${seat} louis ${r} A1.NW`);
    case 'candamir':
      return one('wool+grain+ore');
    default:
      return [`${seat} ${verb}`];
  }
}

/* The most useful of many refusals: a general one (turn, phase) wins, then one that can be fixed
 * (cards, pieces), then that of the place that passed the most checks. */
const RANK = [
  'game-over',
  'not-your-turn',
  'finish-first',
  'special-building',
  'not-rolled',
  'wrong-phase',
  'no-helper',
  'helper-fresh',
  'helper-used',
  'cannot-pay',
  'no-pieces',
  'bank-short',
  'deck-empty',
  'no-card',
  'card-new',
  'card-played',
  'too-close',
  'not-connected',
  'not-your-settlement',
];

export function pickReason(answers: Answer[]): Refusal | null {
  const refusals = answers.filter((a): a is Refusal => !a.ok);
  const rank = (r: Refusal): number => {
    const i = RANK.indexOf(r.error);
    return i < 0 ? RANK.length : i;
  };
  return refusals.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}
