/* offline.ts -- the service worker of a build (src/sw.js), which keeps every file of the build, so that the page opens
 * and plays without a network. A new version waits until no page of the old one is open: a running game never changes
 * under its player's hands. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

export const offline: Plugin = {
  name: 'skerry-offline',
  apply: 'build',
  generateBundle: {
    order: 'post' /* by then vite has dropped an entry of which nothing is left */,
    handler(_, bundle) {
      const files = [
        '',
        'manifest.webmanifest',
        'icon.svg',
        ...Object.keys(bundle).filter((f) => !/index\.html$|preview\.json$|\.map$/.test(f)),
      ];
      const version = createHash('sha256')
        .update(Object.keys(bundle).sort().join())
        .digest('hex')
        .slice(0, 12);
      const source = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8')
        .replace("'VERSION'", JSON.stringify(version))
        .replace("['FILES']", JSON.stringify(files.map((f) => `/${f}`)));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
};
