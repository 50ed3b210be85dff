/* chromium.mjs -- starts Debian's chromium, without network access and background activity.
 * Prefers its headless shell: the same engine without browser windows, which take longer than
 * some of the tests. */
import { existsSync } from 'node:fs';

export const CHROMIUM = {
    executablePath:
        process.env.CHROMIUM ??
        [
            '/usr/bin/chromium-headless-shell',
            '/usr/bin/chromium',
            '/usr/bin/chromium-browser',
            '/usr/bin/google-chrome',
        ].find((p) => existsSync(p)),
    args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
    ],
};
