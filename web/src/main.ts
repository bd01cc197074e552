import { mount } from 'svelte';
import App from './App.svelte';
import { renew } from './lib/renewal';
import { settings } from './lib/settings.svelte';
import { speak } from './lib/spoken.svelte';
import './styles/fonts.css';
import './generated/palette.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/table.css';
import './styles/left-handed.css';

void speak(settings.language).then(() => mount(App, { target: document.getElementById('app')! }));

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}

addEventListener('vite:preloadError', () => void renew());
