/* layout.svelte.ts -- how the table lies on this screen: what is folded, and which sheet a phone shows. */
import { glide } from '../../art/glide';
import { cover } from '../../route.svelte';
import { settings } from '../../settings.svelte';
import { screen } from '../../shell/screen.svelte';
import type { Table } from '../../table/table';

type Panel = 'trade' | 'talk';

export class Layout {
  #table!: () => Table;
  panel = $state<Panel | null>(null); /* phone: the sheet over the island */
  phone = $derived(screen.phone);
  flat = $derived(screen.flat);
  tablet = $derived(screen.tablet);
  big = $derived(this.#table().big === true && !this.phone);
  /* A lesson points at something in the drawer. */
  folded = $derived(!settings.drawer && !this.phone && !this.big && !this.#table().taught);
  /* Spectators have no hand; on a phone the stream takes its place. A replay's player needs that room. */
  watching = $derived(this.#table().seat === null);
  live = $derived(this.watching && !!this.#table().say);
  band = $derived(this.live && this.phone && !this.flat && !this.tablet && !this.panel);
  shown = $derived(this.panel ?? (this.band || (this.watching && this.flat) ? 'talk' : null));

  constructor(table: () => Table) {
    this.#table = table;
    $effect(() => (this.phone && this.panel ? cover(() => (this.panel = null)) : undefined));
  }

  /* In the drawer, or in the sheet. */
  open(panel: Panel): void {
    if (this.phone) this.panel = panel;
    else if (this.folded) glide(() => (settings.drawer = true));
  }
}
