/* lesson.ts -- the lesson of the card game: two turns with cards dealt by hand. */
import type { Script } from '../../learn/lessonTable.svelte';

export const struggle: Script = {
  game: 'struggle',
  setup: { ruleset: 'struggle,first=0', chance: 'manual' },
  before: [
    [
      '* market lumber',
      '* market ore',
      '* market grain',
      '* market wool',
      '* market ore',
      '* deal 0 brick',
      '* deal 0 wool',
      '* deal 0 grain',
      '* deal 1 ore',
      '* deal 1 grain',
      '* deal 1 brick',
      '* deal 2 lumber',
      '* deal 2 brick',
      '* deal 2 wool',
    ],
  ],
  chapters: 4,
  steps: [
    { id: 'row', chapter: 1, point: ['.own'] },
    {
      id: 'market',
      chapter: 2,
      allow: [/^0 swap-market lumber grain$/],
      point: ['[data-market=lumber][aria-pressed=false]', '[data-kind=grain]'],
    },
    {
      id: 'road',
      chapter: 3,
      allow: [/^0 build road brick\+lumber$/],
      point: ['[data-act=build-road]'],
    },
    {
      id: 'draw',
      chapter: 3,
      allow: [/^0 draw 2$/],
      chance: [/ grain$/, / ore$/],
      point: ['[data-act=draw-2]'],
      then: [
        ['1 draw 2', '* deal 1 wool', '* deal 1 brick'],
        ['2 draw 2', '* deal 2 ore', '* deal 2 grain'],
      ],
    },
    {
      id: 'take',
      chapter: 2,
      allow: [/^0 take-from [12]$/],
      chance: [/ brick$/],
      point: ['[data-act=take-1]'],
    },
    { id: 'give-back', chapter: 2, allow: [/^0 give-back brick$/], point: ['[data-kind=brick]'] },
    {
      id: 'knight',
      chapter: 3,
      allow: [/^0 build knight wool\+grain\+ore$/],
      point: ['[data-act=build-knight]'],
    },
    { id: 'draw-2', chapter: 3, allow: [/^0 draw \d$/], point: ['[data-act^=draw-]'] },
    { id: 'over', chapter: 4 },
  ],
};
