/* main.ts -- starts the page: engine, words, first screen, service worker. */
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { warm } from './engine/engine';
import { setLanguage } from './i18n.svelte';
import { settings } from './settings.svelte';

/* The engine is compiled while the words are loaded and the first screen is drawn. */
void warm().catch(() => undefined);
await setLanguage(settings.language);
mount(App, { target: document.getElementById('app')! });

if (!__SINGLE__ && import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker
    .register('/sw.js')
    .catch(() => undefined); /* plain http has none: then the page needs its server */
