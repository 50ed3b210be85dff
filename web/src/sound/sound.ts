/* sound.ts -- synthesised sounds: a few oscillators and a burst of noise, no files.
 *
 * play('dice') plays one, at the volume of the settings. Nothing happens before the person's
 * first touch (a rule of browsers) or if the page has no audio. */
import { settings } from '../settings.svelte';
import { endsTurn, move } from '../table/action';
import type { GameEvent, View } from '../schema';

type Sound =
  | 'place'
  | 'city'
  | 'dice'
  | 'seven'
  | 'card'
  | 'trade'
  | 'offer'
  | 'robber'
  | 'knight'
  | 'turn'
  | 'win'
  | 'lose'
  | 'refuse'
  | 'bell'
  | 'chat';

/* A tone: start s, length s, frequency Hz (and where it glides to), loudness, wave; 'noise' is filtered at the frequency. */
type Tone = [
  at: number,
  length: number,
  from: number,
  to: number,
  gain: number,
  wave: OscillatorType | 'noise',
];

const rattle = (n: number): Tone[] =>
  Array.from({ length: n }, (_, i) => [
    i * 0.06 + (i % 3) * 0.015,
    0.035,
    1700 - i * 90 + (i % 2) * 500,
    900,
    0.5 - i * 0.03,
    'noise',
  ]);
const TONES: Record<Sound, Tone[]> = {
  dice: [...rattle(9), [0.6, 0.06, 700, 400, 0.6, 'noise']],
  place: [
    [0, 0.05, 420, 180, 0.7, 'triangle'],
    [0, 0.03, 2200, 900, 0.35, 'noise'],
  ],
  city: [
    [0, 0.06, 420, 180, 0.7, 'triangle'],
    [0, 0.03, 2200, 900, 0.35, 'noise'],
    [0.1, 0.3, 523, 523, 0.22, 'sine'],
    [0.18, 0.4, 784, 784, 0.2, 'sine'],
  ],
  card: [[0, 0.09, 3200, 5200, 0.26, 'noise']],
  trade: [
    [0, 0.12, 660, 660, 0.2, 'sine'],
    [0.09, 0.18, 880, 880, 0.2, 'sine'],
  ],
  robber: [
    [0, 0.5, 150, 70, 0.5, 'sawtooth'],
    [0.05, 0.4, 900, 200, 0.15, 'noise'],
  ],
  seven: [
    [0, 0.22, 220, 208, 0.3, 'triangle'],
    [0.2, 0.4, 156, 147, 0.34, 'triangle'],
  ],
  turn: [
    [0, 0.2, 587, 587, 0.2, 'sine'],
    [0.12, 0.34, 880, 880, 0.2, 'sine'],
  ],
  bell: [
    [0, 0.9, 988, 988, 0.2, 'sine'],
    [0, 0.7, 1976, 1976, 0.07, 'sine'],
  ],
  refuse: [
    [0, 0.14, 196, 175, 0.3, 'square'],
    [0.11, 0.16, 165, 156, 0.2, 'square'],
  ],
  win: [
    [0, 0.22, 523, 523, 0.22, 'triangle'],
    [0.15, 0.22, 659, 659, 0.22, 'triangle'],
    [0.3, 0.22, 784, 784, 0.22, 'triangle'],
    [0.45, 0.9, 1047, 1047, 0.26, 'triangle'],
    [0.45, 0.9, 1319, 1319, 0.12, 'sine'],
  ],
  lose: [
    [0, 0.3, 392, 370, 0.22, 'triangle'],
    [0.24, 0.3, 330, 311, 0.22, 'triangle'],
    [0.48, 0.7, 262, 247, 0.22, 'triangle'],
  ],
  offer: [
    [0, 0.09, 660, 740, 0.18, 'sine'],
    [0.1, 0.12, 740, 740, 0.16, 'sine'],
  ],
  chat: [[0, 0.08, 740, 880, 0.16, 'sine']],
  knight: [
    [0, 0.05, 3800, 2500, 0.3, 'noise'],
    [0.03, 0.35, 1480, 1460, 0.14, 'triangle'],
    [0.03, 0.3, 2217, 2200, 0.08, 'sine'],
  ],
};

let audio: AudioContext | null = null,
  hiss: AudioBuffer | null = null,
  ready = false;
const wake = (): void => {
  ready = true;
  void audio?.resume();
};
if (typeof document !== 'undefined')
  for (const e of ['pointerdown', 'keydown'] as const)
    document.addEventListener(e, wake, { once: true, capture: true });

function context(): AudioContext | null {
  if (!ready || typeof AudioContext === 'undefined') return null;
  try {
    audio ??= new AudioContext();
    if (!hiss) {
      hiss = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
      const d = hiss.getChannelData(0);
      for (let i = 0, s = 1; i < d.length; i++) {
        s = (s * 16807) % 2147483647;
        d[i] = s / 1073741823 - 1;
      }
    }
    return audio;
  } catch {
    return null;
  }
}

let last: Partial<Record<Sound, number>> = {};
export function play(name: Sound): void {
  const volume = settings.sound,
    c = volume > 0 ? context() : null;
  if (!c) return;
  const now = c.currentTime + 0.005;
  if (now - (last[name] ?? -1) < 0.07) return; /* many at once sound like one */
  last = { ...last, [name]: now };
  for (const [at, length, from, to, loud, wave] of TONES[name]) {
    const start = now + at,
      gain = c.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud * volume * 0.6, start + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length + 0.05);
    gain.connect(c.destination);
    if (wave === 'noise') {
      const src = c.createBufferSource(),
        band = c.createBiquadFilter();
      src.buffer = hiss;
      band.type = 'bandpass';
      band.Q.value = 1.2;
      band.frequency.setValueAtTime(from, start);
      band.frequency.linearRampToValueAtTime(to, start + length);
      src.connect(band).connect(gain);
      src.start(start, 0, length + 0.06);
    } else {
      const osc = c.createOscillator();
      osc.type = wave;
      osc.frequency.setValueAtTime(from, start);
      osc.frequency.linearRampToValueAtTime(to, start + length);
      osc.connect(gain);
      osc.start(start);
      osc.stop(start + length + 0.06);
    }
  }
}

const VERBS: Record<string, Sound> = {
  dice: 'dice',
  settle: 'place',
  road: 'place',
  william: 'place',
  louis: 'place',
  city: 'city',
  'vincent-settle': 'place',
  'vincent-city': 'city',
  buy: 'card',
  draw: 'card',
  deal: 'card',
  bank: 'trade',
  confirm: 'trade',
  robber: 'robber',
  lin: 'robber',
  steal: 'card',
  knight: 'knight',
  monopoly: 'trade',
  plenty: 'card',
  discard: 'card',
  build: 'place',
  'swap-stack': 'card',
  'swap-market': 'trade',
  'take-from': 'card',
  guild: 'robber',
  'give-back': 'card',
  offer: 'offer',
  event: 'seven',
  turn: 'card',
  'road-building': 'card',
};

/* The sound of an entry, as one person at the table hears it. */
export function hear(event: GameEvent, view: View | null, seat: number | null): void {
  const verbs = event.actions?.map(move) ?? [];
  if (view?.winner != null) {
    play(view.winner === seat || seat === null ? 'win' : 'lose');
    return;
  }
  const dice = verbs.find((m) => m.verb === 'dice');
  if (dice && Number(dice.args[0]) + Number(dice.args[1]) === 7) play('seven');
  const first = verbs.find((m) => m.verb in VERBS);
  if (first) play(VERBS[first.verb]);
  if (seat !== null && view?.turn === seat && verbs.some(endsTurn)) play('turn');
}
