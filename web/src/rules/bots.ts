/* bots.ts -- the levels and styles of bots that people can choose. */
export const LEVELS = ['beginner', 'casual', 'club', 'strong', 'master', 'grandmaster'];
/* Of a bot that nobody chose a level for. */
export const STANDARD_LEVEL = 'club';
export const STYLES = ['plain', 'builder', 'trader', 'soldier'];
