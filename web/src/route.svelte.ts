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

export const route = $state<{ now: Route }>({ now: parse() });
globalThis.addEventListener?.('hashchange', () => {
  route.now = parse();
});

export function go(path: string, replace = false): void {
  const hash = `#/${path}`;
  if (replace) {
    history.replaceState(null, '', hash);
    route.now = parse();
  } else if (location.hash === hash) route.now = parse();
  else location.hash = hash;
}
