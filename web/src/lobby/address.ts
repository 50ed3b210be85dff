/* address.ts -- where another device finds this server.
 *
 * A page that was opened by a name others can use invites by that name. On the machine where the
 * server runs the page is often opened as localhost, which means something else on every other
 * device: then the server says by which addresses it is reached. */
const ONLY_HERE = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/* The best first; none: only this machine can open the page. */
export const addresses = (origin: string, hostname: string, reachable: string[]): string[] =>
  ONLY_HERE.test(hostname) ? reachable : [origin];
