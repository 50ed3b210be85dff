/* route.svelte.ts -- which screen is shown, in the address after '#', so that back works and links can be shared. */

interface Route {
  name: string;
  args: string[];
  query: URLSearchParams;
}

/* An address may be mistyped or cut off; if it cannot be decoded, it is used as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parse(): Route {
  const [path, query = ''] = (globalThis.location?.hash ?? '').replace(/^#\/?/, '').split('?');
  const [name, ...args] = path.split('/').map(decoded);
  return { name: name || 'home', args, query: new URLSearchParams(query) };
}

/* A link that was shared (/t/ID, /r/ID?ply=N) becomes a screen of this page. */
const shared = /^\/([tr])\/([\w-]+)$/.exec(globalThis.location?.pathname ?? '');
if (shared) {
  const query = new URLSearchParams(location.search);
  const rest =
    shared[1] === 'r'
      ? `/${query.get('ply') ?? ''}`
      : query.has('seat')
        ? `?seat=${query.get('seat')}`
        : '';
  history.replaceState(null, '', `/#/${shared[1]}/${shared[2]}${rest}`);
} else if (!__SINGLE__ && !/^(\/(index\.html)?)?$/.test(globalThis.location?.pathname ?? '')) {
  /* the server sends the page for any address, so that the page can say that nothing is there */
  history.replaceState(null, '', '/#/lost');
}

/* What lies over a screen (a dialog, a menu, a sheet) has an entry of its own in the history, so that Back closes it
 * before it leaves the screen. If it was closed otherwise, its entry stays for the next one, and Back passes over it. */
const covers: (() => void)[] = [];
const place = (): { hash?: string; depth: number } => ({
  hash: globalThis.location?.hash,
  depth: (globalThis.history?.state as { depth: number } | null)?.depth ?? 0,
});
let here = place();
globalThis.addEventListener?.('popstate', () => {
  const was = here;
  here = place();
  if (here.hash !== was.hash || here.depth >= was.depth) return;
  if (covers.length > here.depth) for (const close of covers.slice(here.depth).reverse()) close();
  else history.back();
});

/* Call as it opens; call the answer as it closes. */
export function cover(close: () => void): () => void {
  covers.push(close);
  if (covers.length > place().depth) history.pushState({ depth: covers.length }, '');
  here = place();
  return () => {
    covers.splice(covers.indexOf(close), 1);
  };
}

/* Closes all that lies over the screen. */
export const uncover = (): void => [...covers].reverse().forEach((close) => close());

export const route = $state<{ now: Route }>({ now: parse() });
globalThis.addEventListener?.('hashchange', () => {
  here = place();
  route.now = parse();
});

export function go(path: string, replace = false): void {
  const hash = `#/${path}`;
  if (replace) {
    history.replaceState(null, '', hash);
    here = place();
    route.now = parse();
  } else if (location.hash === hash) route.now = parse();
  else location.hash = hash;
}
