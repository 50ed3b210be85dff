/* main.ts -- a page with every drawn part, for the people who draw them (npm run dev, /gallery.html). */
import '../../app.css';
import { mount } from 'svelte';
import Gallery from './Gallery.svelte';
import { setLanguage } from '../../i18n.svelte';

const q = new URLSearchParams(location.search);
document.documentElement.dataset.theme = q.get('theme') ?? 'light';
if (q.get('palette')) document.documentElement.dataset.palette = q.get('palette')!;
await setLanguage((q.get('lang') ?? 'en') as 'en');
mount(Gallery, {
  target: document.getElementById('app')!,
  props: { show: q.get('show') ?? 'board', query: q },
});
