/* png.test.ts -- our PNG holds the pixels it was given, and reducing shades moves nothing far. */
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc, filtered, plainer, png } from './png';

const WIDTH = 7,
  HEIGHT = 9;
/* Smooth in places, noisy in others, so that several kinds of line are used. */
const data = Uint8ClampedArray.from({ length: WIDTH * HEIGHT * 4 }, (_, i) => {
  const y = Math.floor(i / 4 / WIDTH);
  return i % 4 === 3 ? 255 : y < 4 ? i * 3 : (i * 7919) % 251;
});

/* The reader's side of PNG's filters, from its specification. */
function restored(lines: Uint8Array, width: number, height: number): number[] {
  const wide = 3 * width,
    out: number[] = [];
  for (let y = 0; y < height; y++) {
    const kind = lines[y * (wide + 1)];
    for (let i = 0; i < wide; i++) {
      const at = y * wide + i;
      const a = i < 3 ? 0 : out[at - 3],
        b = y === 0 ? 0 : out[at - wide],
        c = i < 3 || y === 0 ? 0 : out[at - wide - 3];
      const p = a + b - c,
        [pa, pb, pc] = [a, b, c].map((v) => Math.abs(p - v));
      const near = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      const expected = [0, a, b, (a + b) >> 1, near][kind];
      out.push((lines[y * (wide + 1) + 1 + i] + expected) & 255);
    }
  }
  return out;
}

test('a picture is read again as it was written', async () => {
  const bytes = Buffer.from(
    await (await png({ data, width: WIDTH, height: HEIGHT })).arrayBuffer(),
  );
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([WIDTH, HEIGHT]);
  const length = bytes.readUInt32BE(33);
  expect(bytes.subarray(37, 41).toString()).toBe('IDAT');
  const lines = inflateSync(bytes.subarray(41, 41 + length));
  expect(restored(lines, WIDTH, HEIGHT)).toEqual([...data].filter((_, i) => i % 4 !== 3));
});

test('several kinds of line are used', () => {
  const lines = filtered(data, WIDTH, HEIGHT);
  const kinds = new Set(Array.from({ length: HEIGHT }, (_, y) => lines[y * (3 * WIDTH + 1)]));
  expect(kinds.size).toBeGreaterThan(1);
});

test('the check sum is the one of the specification', () => {
  expect(crc(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  expect(crc(new TextEncoder().encode('IEND'))).toBe(0xae426082);
});

test('fewer shades: a dusk stays smooth, an edge stays where it is, nothing moves far', () => {
  const width = 32,
    height = 8;
  const grey = (x: number): number => (x < 16 ? 40 + x : x < 24 ? 200 : 20);
  const shown = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : grey(Math.floor(i / 4) % width),
  );
  plainer(shown, width, height);
  for (let x = 0; x < width; x++) {
    const off = Math.abs(shown[4 * x] - grey(x));
    expect(off, `column ${x}`).toBeLessThanOrEqual(x < 16 ? 3 : 15);
  }
  expect(shown[4 * 23] - shown[4 * 24]).toBeGreaterThan(150);
});
