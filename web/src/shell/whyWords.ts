/* whyWords.ts -- why a move was chosen, in words. */
import { has, t } from '../i18n.svelte';
import type { Advice } from '../table/table';

const SHOWN = 3;

/* "The best move" is left out if there are reasons. Reasons are a list, so none ends like a sentence. */
export function whyWords(a: Advice): string {
  const known = a.why.filter((w) => has(`why.${w.id}`));
  return (known.length > 1 ? known.filter((w) => w.id !== 'best') : known)
    .slice(0, SHOWN)
    .map((w) => t(`why.${w.id}`, { n: Number(w.args?.n ?? 0) }).replace(/\.$/, ''))
    .join(' · ');
}
