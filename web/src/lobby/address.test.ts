/* address.test.ts -- which address an invitation names. */
import { expect, test } from 'vitest';
import { addresses } from './address';

test('a page opened by a name that others know invites by that name', () => {
  expect(addresses('https://a.example', 'a.example', ['http://10.0.0.2:8080'])).toEqual([
    'https://a.example',
  ]);
});

test('localhost invites by what the server says, or not at all', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'skerry.localhost']) {
    expect(addresses(`http://${host}:8080`, host, ['http://10.0.0.2:8080'])).toEqual([
      'http://10.0.0.2:8080',
    ]);
    expect(addresses(`http://${host}:8080`, host, [])).toEqual([]);
  }
});
