/* sha256.ts -- SHA-256 and HMAC in plain TypeScript: crypto.subtle does not exist on plain-http
 * pages of a local network, where dice can be verified too. */
const K = new Uint32Array(64);
const H0 = new Uint32Array(8);
(() => {
  /* fractional parts of the roots of the first primes */
  const frac = (x: number): number => ((x - Math.floor(x)) * 4294967296) >>> 0;
  let n = 0;
  for (let p = 2; n < 64; p++) {
    let prime = true;
    for (let d = 2; d * d <= p; d++)
      if (p % d === 0) {
        prime = false;
        break;
      }
    if (!prime) continue;
    if (n < 8) H0[n] = frac(Math.sqrt(p));
    K[n++] = frac(Math.cbrt(p));
  }
})();

export function sha256(data: Uint8Array): Uint8Array {
  const bits = data.length * 8,
    size = (((data.length + 8) >> 6) << 6) + 64;
  const m = new Uint8Array(size);
  m.set(data);
  m[data.length] = 0x80;
  const dv = new DataView(m.buffer);
  dv.setUint32(size - 8, Math.floor(bits / 4294967296));
  dv.setUint32(size - 4, bits >>> 0);
  const h = new Uint32Array(H0),
    w = new Uint32Array(64);
  const rot = (x: number, k: number): number => (x >>> k) | (x << (32 - k));
  for (let at = 0; at < size; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = dv.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15],
        b = w[i - 2];
      w[i] =
        w[i - 16] +
        (rot(a, 7) ^ rot(a, 18) ^ (a >>> 3)) +
        w[i - 7] +
        (rot(b, 17) ^ rot(b, 19) ^ (b >>> 10));
    }
    const s = new Uint32Array(h);
    for (let i = 0; i < 64; i++) {
      const t1 =
        (s[7] +
          (rot(s[4], 6) ^ rot(s[4], 11) ^ rot(s[4], 25)) +
          ((s[4] & s[5]) ^ (~s[4] & s[6])) +
          K[i] +
          w[i]) >>>
        0;
      const t2 =
        ((rot(s[0], 2) ^ rot(s[0], 13) ^ rot(s[0], 22)) +
          ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]))) >>>
        0;
      s.copyWithin(1, 0, 7);
      s[4] += t1;
      s[0] = t1 + t2;
    }
    for (let i = 0; i < 8; i++) h[i] += s[i];
  }
  const out = new Uint8Array(32),
    ov = new DataView(out.buffer);
  h.forEach((x, i) => ov.setUint32(4 * i, x));
  return out;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const k = new Uint8Array(64);
  k.set(key.length > 64 ? sha256(key) : key);
  const inner = new Uint8Array(64 + message.length),
    outer = new Uint8Array(96);
  for (let i = 0; i < 64; i++) {
    inner[i] = k[i] ^ 0x36;
    outer[i] = k[i] ^ 0x5c;
  }
  inner.set(message, 64);
  outer.set(sha256(inner), 64);
  return sha256(outer);
}

export const hex = (b: Uint8Array): string =>
  Array.from(b, (x) => x.toString(16).padStart(2, '0')).join('');
export const unhex = (s: string): Uint8Array =>
  new Uint8Array((s.match(/../g) ?? []).map((x) => parseInt(x, 16)));
