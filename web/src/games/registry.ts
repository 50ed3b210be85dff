/* registry.ts -- the games this page can show. Their tables are loaded when first needed. */
import type { GameScreens } from './game';
import * as catan from './catan/words';
import * as struggle from './struggle/words';

export const screens: Record<'catan' | 'struggle', Omit<GameScreens, 'Play'>> = {
  catan: { name: 'catan', say: catan.say, now: catan.now, describe: catan.describe },
  struggle: { name: 'struggle', say: struggle.say, now: struggle.now, describe: struggle.describe },
};
