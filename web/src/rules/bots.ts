/* bots.ts -- the levels and styles of bots that people can choose. */
export const LEVELS = ['beginner', 'casual', 'club', 'strong', 'master', 'grandmaster'];
export const STYLES = ['plain', 'builder', 'trader', 'soldier'];
