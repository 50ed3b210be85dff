/* address.ts -- the addresses under which other devices find this server.
 *
 * If the page was opened under a name that others can use, invitations use that name. On the
 * machine where the server runs the page is often opened as localhost, which means something else
 * on every other device: then the server lists the addresses under which it can be reached. */
const ONLY_HERE = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/* The best one first; empty if only this machine can open the page. */
export const addresses = (origin: string, hostname: string, reachable: string[]): string[] =>
  ONLY_HERE.test(hostname) ? reachable : [origin];
