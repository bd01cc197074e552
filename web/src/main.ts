import { mount } from 'svelte';
import App from './App.svelte';
import { prepareOffline } from './browser/offline';
import { reloadOnUpdate } from './browser/reloadOnUpdate';
import { settings } from './browser/settings.svelte';
import { loadLanguage } from './i18n/language.svelte';
import { fileAddress } from './net/address';
import './styles/fonts.css';
import './generated/palette.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/table.css';
import './styles/study-table.css';
import './styles/left-handed.css';
import './styles/study.css';

void loadLanguage(settings.language).then(() => mount(App, { target: document.getElementById('app')! }));

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    void navigator.serviceWorker.register(fileAddress('sw.js')).catch(() => undefined);
    prepareOffline(settings.language);
  });
}

addEventListener('vite:preloadError', () => void reloadOnUpdate());
