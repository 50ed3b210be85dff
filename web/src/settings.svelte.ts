/* settings.svelte.ts -- the person's settings for this page; reactive and stored. */
import { LANGUAGES, preferredLanguage, setLanguage, type Language } from './i18n.svelte';
import { read, write } from './storage';

type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export const THEMES: Theme[] = ['auto', 'light', 'dark', 'contrast'];
export const PALETTES = ['classic', 'safe', 'pastel'] as const;
type Palette = (typeof PALETTES)[number];
export const SPEEDS = [0, 1, 2, 4] as const;

export interface Settings {
  language: Language;
  theme: Theme;
  palette: Palette;
  speed: number; /* of animations; 0 is none */
  sound: number; /* volume 0..1 */
  confirm: boolean; /* touch: ask before a place is taken */
  memory: boolean; /* show what is known of the others' cards */
  decline: boolean; /* automatically decline offers one cannot pay */
  roll: boolean; /* automatically roll when nothing else can be done */
  keys: Record<string, string>; /* hotkeys that differ from the standard */
  drawer: boolean; /* trade and talk are pulled out; otherwise a rail */
  name: string;
}

const standard: Settings = {
  language: preferredLanguage(),
  theme: 'auto',
  palette: 'classic',
  speed: 1,
  sound: 0.5,
  confirm: true,
  memory: false,
  roll: false,
  decline: true,
  keys: {},
  drawer: true,
  name: '',
};

/* The stored settings may come from another version; unknown ones are left out. */
function sane(kept: Partial<Settings> | null): Settings {
  const s: Settings = { ...standard };
  for (const [k, v] of Object.entries(kept ?? {}))
    if (v !== null && typeof v === typeof s[k as keyof Settings]) Object.assign(s, { [k]: v });
  if (!(s.language in LANGUAGES)) s.language = standard.language;
  if (!THEMES.includes(s.theme)) s.theme = standard.theme;
  if (!PALETTES.includes(s.palette)) s.palette = standard.palette;
  if (!(SPEEDS as readonly number[]).includes(s.speed)) s.speed = standard.speed;
  s.sound = Math.min(1, Math.max(0, s.sound));
  s.keys = Object.fromEntries(Object.entries(s.keys).filter(([, key]) => typeof key === 'string'));
  return s;
}

export const settings = $state<Settings>(sane(read<Partial<Settings> | null>('settings', null)));

/* Reduced motion is a setting of the system and wins over the speed chosen here. */
const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const system = $state({ still: still?.matches ?? false, dark: dark?.matches ?? false });
still?.addEventListener('change', (e) => {
  system.still = e.matches;
});
dark?.addEventListener('change', (e) => {
  system.dark = e.matches;
});

/* Animations run at this many times their natural speed; 0: no animation. */
export const motion = (): number => (system.still ? 0 : settings.speed);
/* A duration in ms, scaled by the speed. */
export const ms = (natural: number): number => {
  const m = motion();
  return m ? natural / m : 0;
};
export const theme = (): 'light' | 'dark' | 'contrast' =>
  settings.theme === 'auto' ? (system.dark ? 'dark' : 'light') : settings.theme;

/* Called once by App: keeps the document and the storage in step. */
export function follow(): void {
  $effect(() => {
    void setLanguage(settings.language);
  });
  $effect(() => {
    const d = document.documentElement.dataset;
    d.theme = theme();
    d.palette = settings.palette;
    d.motion = String(motion());
  });
  $effect(() => {
    write('settings', $state.snapshot(settings));
  });
}
