/* moveChoice.test.ts -- choosing a move, argument by argument. */
import { expect, it } from 'vitest';
import { geometry } from './board/geometry';
import { targets } from './board/places';
import { catanFixture } from './fixture';
import { Pick } from './moveChoice.svelte';

const { board, seats } = catanFixture();
const places = (pick: Pick): string[] =>
  targets(geometry(board.hexes), pick.places, seats).map((s) => s.place);

it('Louis moves a road: first which, then where to', () => {
  const played: string[] = [],
    pick = new Pick((action) => played.push(action));
  pick.start(['0 louis B2.NE C3.E', '0 louis B2.NE C4.E', '0 louis D3.SE C4.E']);
  expect(places(pick)).toEqual(['A2.SW', 'D3.SE']);
  pick.choose('B2.NE');
  expect(places(pick)).toEqual(['C3.E', 'C4.E']);
  pick.choose('C4.E');
  expect(played).toEqual(['0 louis B2.NE C4.E']);
});

it('what helpers build is pointed at like what people build', () => {
  const pick = new Pick(() => undefined);
  const kinds = [
    'william B2.E lumber',
    'vincent-settle A1.N',
    'vincent-city B2.N ore',
    'lin C2',
  ].map((m) => {
    pick.start([`0 ${m}`, `0 ${m.replace(/[A-C]\d/, 'D2')}`]);
    return targets(geometry(board.hexes), pick.places, seats)[0].ghost;
  });
  expect(kinds).toEqual(['road', 'settlement', 'city', 'robber']);
});

it('Louis can be asked for the only road that he can move', () => {
  const pick = new Pick(() => undefined);
  pick.start(['0 louis B2.NE C3.E', '0 louis B2.NE C4.E']);
  expect(places(pick)).toEqual(['A2.SW']);
});
