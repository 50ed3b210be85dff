/* main.ts -- a page with every drawn part, for the people who draw them (npm run dev, /gallery.html). */
import '@fontsource/fraunces/latin-600.css';
import '@fontsource/atkinson-hyperlegible-next/latin-400.css';
import '../../app.css';
import { mount } from 'svelte';
import Gallery from './Gallery.svelte';

const q = new URLSearchParams(location.search);
document.documentElement.dataset.theme = q.get('theme') ?? 'light';
if (q.get('palette')) document.documentElement.dataset.palette = q.get('palette')!;
mount(Gallery, { target: document.getElementById('app')!, props: { show: q.get('show') ?? 'board', query: q } });
