/* lesson.ts -- the lesson of CATAN: a real game to five points on the printed island, with
 * scripted dice.
 *
 * The corners are chosen so that the learner can pay for every step, whatever they chose before:
 * which road, whom to rob, which settlement becomes a city. */
import type { Script } from '../../learn/lessonTable.svelte';

const place = ['.board [data-place]'];
const roll = (a: number, b: number): RegExp[] => [new RegExp(`^\\* dice ${a} ${b}$`)];
const turn = (seat: number, a: number, b: number): string[][] => [
  [`${seat} roll`, `* dice ${a} ${b}`],
  [`${seat} end`],
];
/* A hex that is not at the learner's own corners, with somebody to rob. */
const ROB = [/^0 robber (?!D1|D2|D3|D4|E\d)\S+ [12]$/];
/* Wool stays scarce, so that the learner needs to trade with the supply. */
const STEAL = [/ brick$/, / lumber$/, / ore$/, / grain$/];

export const catan: Script = {
  game: 'catan',
  setup: { ruleset: 'fifth,start=draft,points=5', first: 0, chance: 'manual' },
  chapters: 7,
  steps: [
    { id: 'settle', chapter: 1, allow: [/^0 settle D1\.SE$/], point: place },
    {
      id: 'road',
      chapter: 1,
      allow: [/^0 road /],
      point: place,
      then: [
        ['1 settle B2.N', '1 road B2.NE'],
        ['2 settle C1.NE', '2 road C2.NW'],
        ['2 settle A3.S', '2 road A3.SE'],
        ['1 settle D4.N', '1 road D4.NE'],
      ],
    },
    { id: 'settle-2', chapter: 1, allow: [/^0 settle D2\.SE$/], point: place },
    { id: 'road-2', chapter: 1, allow: [/^0 road D3\.SW$/], point: place },
    { id: 'roll', chapter: 2, allow: [/^0 roll$/], chance: roll(5, 3), point: ['[data-act=roll]'] },
    {
      id: 'end',
      chapter: 2,
      allow: [/^0 end$/],
      point: ['[data-act=end]'],
      then: [...turn(1, 2, 3), ...turn(2, 6, 2)],
    },
    {
      id: 'roll-2',
      chapter: 3,
      allow: [/^0 roll$/],
      chance: roll(1, 4),
      point: ['[data-act=roll]'],
    },
    {
      id: 'offer',
      chapter: 3,
      allow: [/^0 offer grain wool( to .*)?$/],
      point: [
        '[data-give=grain][data-n="0"]',
        '[data-get=wool][data-n="0"]',
        '[data-act=offer]',
        '[data-act=panel-trade]',
      ],
      then: [['1 accept 1'], ['2 decline 1']],
    },
    {
      id: 'confirm',
      chapter: 3,
      allow: [/^0 confirm 1$/],
      point: ['[data-act=confirm]', '[data-act=panel-trade]'],
    },
    {
      id: 'build-road',
      chapter: 4,
      allow: [/^0 road D3\.SE$/],
      point: [...place, '[data-act=road]'],
    },
    {
      id: 'build-settlement',
      chapter: 4,
      allow: [/^0 settle D3\.SE$/],
      point: [...place, '[data-act=settle]'],
    },
    {
      id: 'end-2',
      chapter: 4,
      allow: [/^0 end$/],
      point: ['[data-act=end]'],
      then: [...turn(1, 1, 2), ...turn(2, 2, 2)],
    },
    {
      id: 'seven',
      chapter: 5,
      allow: [/^0 roll$/],
      chance: roll(3, 4),
      point: ['[data-act=roll]'],
      then: [['1 discard wool', '1 discard ore', '1 discard ore', '1 discard lumber']],
    },
    { id: 'robber', chapter: 5, allow: ROB, chance: STEAL, point: place },
    { id: 'city', chapter: 4, allow: [/^0 city /], point: [...place, '[data-act=city]'] },
    {
      id: 'end-3',
      chapter: 4,
      allow: [/^0 end$/],
      point: ['[data-act=end]'],
      then: [...turn(1, 2, 3), ...turn(2, 4, 2)],
    },
    {
      id: 'roll-3',
      chapter: 6,
      allow: [/^0 roll$/],
      chance: roll(2, 1),
      point: ['[data-act=roll]'],
    },
    { id: 'buy', chapter: 6, allow: [/^0 buy$/], chance: [/ knight$/], point: ['[data-act=buy]'] },
    {
      id: 'end-4',
      chapter: 6,
      allow: [/^0 end$/],
      point: ['[data-act=end]'],
      then: [...turn(1, 1, 2), ...turn(2, 3, 1)],
    },
    { id: 'knight', chapter: 6, allow: [/^0 knight$/], point: ['[data-dev=knight]'] },
    { id: 'knight-robber', chapter: 6, allow: ROB, chance: STEAL, point: place },
    {
      id: 'roll-4',
      chapter: 7,
      allow: [/^0 roll$/],
      chance: roll(1, 2),
      point: ['[data-act=roll]'],
    },
    {
      id: 'supply',
      chapter: 7,
      allow: [/^0 bank 4ore wool$/],
      point: [
        '[data-give=ore]:not([data-n="4"])',
        '[data-get=wool][data-n="0"]',
        '[data-act=bank]',
        '[data-act=panel-trade]',
      ],
    },
    { id: 'win', chapter: 7, allow: [/^0 buy$/], chance: [/ point$/], point: ['[data-act=buy]'] },
    { id: 'over', chapter: 7 },
  ],
};
