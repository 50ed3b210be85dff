import '@fontsource-variable/fraunces/wght.css';
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';

mount(App, { target: document.getElementById('app')! });
