/* route.svelte.ts -- which screen is shown, in the address after '#', so that back works and links can be shared. */

export interface Route { name: string; args: string[]; query: URLSearchParams }

function parse(): Route {
  const [path, query = ''] = (globalThis.location?.hash ?? '').replace(/^#\/?/, '').split('?');
  const [name, ...args] = path.split('/').map(decodeURIComponent);
  return { name: name || 'home', args, query: new URLSearchParams(query) };
}

export const route = $state<{ now: Route }>({ now: parse() });
globalThis.addEventListener?.('hashchange', () => { route.now = parse(); });

export function go(path: string, replace = false): void {
  const hash = `#/${path}`;
  if (replace) { history.replaceState(null, '', hash); route.now = parse(); }
  else if (location.hash === hash) route.now = parse();
  else location.hash = hash;
}
