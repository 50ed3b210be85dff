/* sound.ts -- sounds by synthesis; a stub with the agreed signature. */
export type Sound = 'place' | 'dice' | 'card' | 'robber' | 'turn' | 'offer' | 'win' | 'refuse' | 'bell';
/* Plays at the volume of the settings; does nothing before the first touch or where there is no sound. */
export function play(_: Sound): void { /* drawn by hand elsewhere */ }
