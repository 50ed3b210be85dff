/* contrast.test.ts -- every pair of colours that carries words is WCAG AA, in every theme and palette. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../schema';
import { COLORS } from '../seatColors';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').replace(
  /\/\*.*?\*\//gs,
  '',
);
const block = (selector: string): Record<string, string> => {
  const at = css.indexOf(`${selector} {`);
  expect(at, selector).toBeGreaterThanOrEqual(0);
  const body = css.slice(at, css.indexOf('}', at));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1], m[2].trim()]),
  );
};

function rgb(hex: string): [number, number, number] {
  const h = hex.slice(1),
    f =
      h.length < 6
        ? [...h]
            .slice(0, 3)
            .map((c) => c + c)
            .join('')
        : h.slice(0, 6);
  return [0, 2, 4].map((i) => parseInt(f.slice(i, i + 2), 16)) as [number, number, number];
}
const channel = (v: number): number => {
  const s = v / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
};
const light = (hex: string): number => {
  const [r, g, b] = rgb(hex).map(channel);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (a: string, b: string): number => {
  const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};

const base = block(':root'),
  dark = block(":root[data-theme='dark']"),
  contrast = block(":root[data-theme='contrast']");
const safe = block(":root[data-palette='safe']"),
  pastel = block(":root[data-palette='pastel']"),
  safeDark = block(":root[data-palette='safe'][data-theme='dark']");
const LOOKS: Record<string, Record<string, string>> = {
  light: base,
  dark: { ...base, ...dark },
  contrast: { ...base, ...contrast },
  'light, safe': { ...base, ...safe },
  'dark, safe': { ...base, ...dark, ...safe, ...safeDark },
  'light, pastel': { ...base, ...pastel },
  'dark, pastel': { ...base, ...dark, ...pastel },
};

/* words: 4.5 to 1 */
const WORDS: [string, string][] = [
  ...['paper', 'paper-2', 'paper-3'].flatMap(
    (p) =>
      [
        ['ink', p],
        ['ink-2', p],
        ['link', p],
        ['bad', p],
        ['good', p],
      ] as [string, string][],
  ),
  ['ink', 'note-bg'],
  ['good', 'good-bg'],
  ['bad', 'bad-bg'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-2'],
  ['on-desk', 'desk'],
  ['on-desk', 'desk-2'],
  ['disc-ink', 'disc'],
  ['disc-hot', 'disc'],
  ...KINDS.map((k) => [`${k}-ink`, k] as [string, string]),
  ...COLORS.map((c) => [`${c}-word`, 'paper'] as [string, string]),
];
/* signs and borders of controls: 3 to 1 */
const SIGNS: [string, string][] = [
  ['edge', 'paper'],
  ['edge', 'paper-3'],
  ['focus', 'focus-2'],
  ...COLORS.flatMap(
    (c) =>
      [
        [`${c}-mark`, c],
        [`${c}-ink`, 'halo'],
      ] as [string, string][],
  ),
];

describe.each(Object.keys(LOOKS))('%s', (name) => {
  const look = LOOKS[name];
  it.each(WORDS)('%s on %s can be read', (a, b) => {
    expect(ratio(look[a], look[b]), `${look[a]} on ${look[b]}`).toBeGreaterThanOrEqual(4.5);
  });
  it.each(SIGNS)('%s stands out from %s', (a, b) => {
    expect(ratio(look[a], look[b]), `${look[a]} on ${look[b]}`).toBeGreaterThanOrEqual(3);
  });
});

describe('terrains', () => {
  it('differ in lightness where their hues are close to the colour blind', () => {
    /* forest and hills, pasture and fields, mountains and forest: grey values apart */
    const l = (t: string): number => 116 * Math.cbrt(light(base[`${t}-c`])) - 16;
    expect(Math.abs(l('forest') - l('hills'))).toBeGreaterThan(10);
    expect(Math.abs(l('forest') - l('mountains'))).toBeGreaterThan(12);
    expect(Math.abs(l('hills') - l('pasture'))).toBeGreaterThan(25);
    expect(Math.abs(l('mountains') - l('fields'))).toBeGreaterThan(20);
  });
});
