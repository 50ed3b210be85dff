import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM } from './scripts/chromium.mjs';

/* A port of its own for each checkout, so that two never test each other's page. */
const own = [...process.cwd()].reduce((n, c) => (n * 31 + c.charCodeAt(0)) % 900, 7);
const port = Number(process.env.SKERRY_PAGE_PORT ?? 4100 + own);

/* Against the built page (make web), in Debian's chromium. The page is served with
 * the same policy as the server's; anything it forbids fails the test that meets it.
 * No test is tried twice. The limits only end what hangs: tests wait for what they
 * expect, and a whole game notices by itself that it stands still (tests/drive.ts).
 * What a phone does not change is seen on the desktop alone: the second language's words, the colours. */
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  timeout: 600_000,
  expect: { timeout: 60_000 },
  retries: 0,
  workers: 2,
  fullyParallel: true,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    launchOptions: CHROMIUM,
    locale: 'en',
    colorScheme: 'light',
    serviceWorkers: 'block',
    actionTimeout: 60_000,
  },
  webServer: {
    command: `node scripts/serve.mjs ${port}`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, testIgnore: /phone/ },
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], launchOptions: CHROMIUM, locale: 'en' },
      testMatch: /phone|screens/,
      grepInvert: /: de$|colour-vision/,
    },
  ],
});
