/* storage.ts -- the browser's storage. Blocked or full storage is normal: then data lasts until
 * the page is closed, and write() tells its caller. */

const memory = new Map<string, string>();
let store: Storage | null = null;
try {
  store = globalThis.localStorage ?? null;
  store?.setItem('skerry.probe', '1');
  store?.removeItem('skerry.probe');
} catch {
  store = null;
}

/* Not even empty storage would keep anything. */
export const blocked = (): boolean => !store;

export function read<T>(key: string, fallback: T): T {
  try {
    const text = memory.get(key) ?? store?.getItem(`skerry.${key}`);
    return text == null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/* True if it will survive closing the page. */
export function write(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    if (!store) throw new Error('no storage');
    store.setItem(`skerry.${key}`, text);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, text);
    return false;
  }
}

export function remove(key: string): void {
  memory.delete(key);
  try {
    store?.removeItem(`skerry.${key}`);
  } catch {
    /* nothing to remove then */
  }
}

export function keys(prefix: string): string[] {
  const found = new Set([...memory.keys()].filter((k) => k.startsWith(prefix)));
  try {
    for (let i = 0; store && i < store.length; i++) {
      const k = store.key(i) ?? '';
      if (k.startsWith(`skerry.${prefix}`)) found.add(k.slice(7));
    }
  } catch {
    /* blocked */
  }
  return [...found];
}
