/* geometry.test.ts -- names and neighbours of places, on both islands. */
import { describe, expect, it } from 'vitest';
import type { Hex } from '../../../schema';
import { geometry, harborPlace, nearest, towards } from './geometry';
import { marked, targets } from './places';

function island(rows: number[], half: number): Hex[] {
  return rows.flatMap((n, i) =>
    Array.from({ length: n }, (_, k) => {
      const r = i - half,
        q = Math.max(-half, -half - r) + k;
      return { name: `${'ABCDEFG'[i]}${k + 1}`, q, r, terrain: 'forest', number: 5 } as Hex;
    }),
  );
}
const base = geometry(island([3, 4, 5, 4, 3], 2));
const large = geometry(
  [
    [-3, 0, 3],
    [-2, -1, 4],
    [-1, -2, 5],
    [0, -3, 6],
    [1, -3, 5],
    [2, -3, 4],
    [3, -3, 3],
  ].flatMap(([r, q, n], i) =>
    Array.from(
      { length: n },
      (_, k) =>
        ({ name: `${'ABCDEFG'[i]}${k + 1}`, q: q + k, r, terrain: 'forest', number: 5 }) as Hex,
    ),
  ),
);

describe('the island', () => {
  it('has as many places as the rules say', () => {
    expect([base.hexes.length, base.corners.length, base.paths.length]).toEqual([19, 54, 72]);
    expect([large.hexes.length, large.corners.length, large.paths.length]).toEqual([30, 80, 109]);
  });
  it('has a coast of 30 and of 38 paths, walked once around', () => {
    expect(base.coast.length).toBe(30);
    expect(large.coast.length).toBe(38);
  });
  it('names a place after the first hex in reading order', () => {
    expect(base.byCorner.get('B2.N')!.name).toBe('A1.SE');
    expect(base.byCorner.get('C3.NW')!.name).toBe('B2.S');
    expect(base.byPath.get('B2.NE')!.name).toBe('A2.SW');
    expect(base.byPath.get('C3.W')!.name).toBe('C2.E');
    expect(base.byPath.get('A1.NW')!.name).toBe('A1.NW');
  });
  it('knows every name of a place', () => {
    expect(base.byCorner.size).toBe(19 * 6);
    expect(base.byPath.size).toBe(19 * 6);
    for (const name of ['A1.S', 'B1.NE', 'B2.NW'])
      expect(base.byCorner.get(name)).toBe(base.byCorner.get('A1.S'));
  });
  it('puts corners at the ends of their paths', () => {
    for (const p of base.paths) {
      expect(base.corners[p.a].paths).toContain(base.paths.indexOf(p));
      expect(
        Math.hypot(
          base.corners[p.a].x - base.corners[p.b].x,
          base.corners[p.a].y - base.corners[p.b].y,
        ),
      ).toBeCloseTo(60, 3);
    }
  });
  it('sets a harbor out in the sea', () => {
    const h = harborPlace(base, { q: 0, r: -2, side: 'NW' })!;
    expect(h.y).toBeLessThan(base.byHex.get('A1')!.y - 40);
    expect(harborPlace(base, { q: 9, r: 9, side: 'E' })).toBeNull();
  });
});

describe('pointing', () => {
  it('goes with an arrow key to the next place in that direction', () => {
    const from = base.byHex.get('C3')!;
    expect(towards(from, base.hexes, 1, 0)!.name).toBe('C4');
    expect(towards(from, base.hexes, -1, 0)!.name).toBe('C2');
    expect(['B2', 'B3']).toContain(towards(from, base.hexes, 0, -1)!.name);
    expect(towards(base.byHex.get('C5')!, base.hexes, 1, 0)).toBeNull();
  });
  it('takes the nearest place, but not from afar', () => {
    expect(nearest({ x: 3, y: 2 }, base.hexes)!.name).toBe('C3');
    expect(nearest({ x: 900, y: 0 }, base.hexes, 64)).toBeNull();
  });
  it('gathers moves that name the same place', () => {
    const list = targets(base, ['0 robber C3 1', '0 robber C3 2', '0 robber B2', '0 end']);
    expect(list.map((t) => [t.place, t.actions.length])).toEqual([
      ['C3', 2],
      ['B2', 1],
    ]);
  });
  it('finds whom to rob in the buildings on the hex', () => {
    const none = { settlements: [], cities: [] },
      seats = [none, { settlements: ['A1.N', 'C3.N'], cities: ['B2.S'] }, none] as never;
    expect(targets(base, ['0 rob C3 1'], seats).map((t) => [t.place, t.seat])).toEqual([
      [base.byCorner.get('C3.N')!.name, 1],
      [base.byCorner.get('B2.S')!.name, 1],
    ]);
  });
  it('tells a corner from a path by the move', () => {
    const [a, b] = targets(base, ['0 settle B2.NE', '0 road B2.NE']);
    expect([a.kind, b.kind]).toEqual(['corner', 'path']);
    expect(a.key).not.toBe(b.key);
    expect(marked(base, '0 road B2.NE').map((m) => m.kind)).toEqual(['path']);
    expect(marked(base, 'B2.NE').map((m) => m.kind)).toEqual(['corner', 'path']);
    expect(marked(base, 'C3').map((m) => m.kind)).toEqual(['hex']);
  });
  it('leaves out what names no place of this island', () => {
    expect(targets(base, ['0 settle Z9.N', '0 settle', 'nonsense'])).toEqual([]);
  });
});
