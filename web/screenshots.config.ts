import base from './playwright.config';

/* `make screenshots`: pictures of every state, for people to look at. No part of ./check. */
export default {
  ...base,
  testDir: 'tests',
  testMatch: /states\.ts$/,
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 720 } } }],
};
