/* serve.mjs -- the built page on a free local port, with the headers the server sends. */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
    '.woff2': 'font/woff2',
    '.json': 'application/json',
    '.webmanifest': 'application/manifest+json',
    '.png': 'image/png',
};
export const CSP =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export function serve(dir = fileURLToPath(new URL('../dist', import.meta.url)), port = 0) {
    const server = createServer(async (req, res) => {
        const path = normalize(decodeURIComponent((req.url ?? '/').split('?')[0])).replace(
            /^(\.\.[/\\])+/,
            '',
        );
        const file = join(dir, path === '/' ? 'index.html' : path);
        try {
            const body = await readFile(file);
            res.writeHead(200, {
                'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
                'content-security-policy': CSP,
                'cache-control': 'no-cache',
            });
            res.end(body);
        } catch {
            res.writeHead(404);
            res.end('not found');
        }
    });
    return new Promise((resolve) =>
        server.listen(port, '127.0.0.1', () =>
            resolve({
                url: `http://127.0.0.1:${server.address().port}/`,
                close: () => server.close(),
            }),
        ),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    console.log((await serve(undefined, Number(process.argv[2] ?? 0))).url);
