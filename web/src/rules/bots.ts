/* bots.ts -- the levels and styles people choose from. */
export const LEVELS = ['beginner', 'casual', 'club', 'strong', 'master', 'grandmaster'];
export const STYLES = ['plain', 'builder', 'trader', 'soldier'];
