/* random.ts -- a small stream of numbers for drawings; the game itself never uses it. */
export type Rng = () => number;
export function rng(seed: number): Rng {
  let s = (seed * 2654435761 + 0x9e3779b9) >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
export const pick = <T>(r: Rng, list: readonly T[]): T => list[Math.floor(r() * list.length)];
/* Numbers of a drawing: one decimal is plenty. */
export const f = (n: number): string => {
  const s = n.toFixed(1);
  return s.endsWith('.0') ? s.slice(0, -2) : s === '-0.0' ? '0' : s;
};
