import { mount } from 'svelte';
import App from './App.svelte';
import { followHost, installServiceWorker, prepareHost } from './browser/host.svelte';
import { receiveRecords } from './browser/incoming.svelte';
import { prepareOffline } from './browser/offline';
import { renewPush } from './browser/push';
import { reloadOnUpdate } from './browser/reloadOnUpdate';
import { settings } from './browser/settings.svelte';
import { loadLanguage } from './i18n/language.svelte';
import { lobby } from './state/lobby.svelte';
import './styles/fonts.css';
import './generated/palette.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/table.css';
import './styles/study-table.css';
import './styles/left-handed.css';
import './styles/face-to-face.css';
import './styles/study.css';

followHost();
// The address may be that of a game that began while the page was closed.
void Promise.all([loadLanguage(settings.language), lobby.resume()]).then(() => {
  const target = document.getElementById('app')!;
  target.replaceChildren();
  mount(App, { target });
});

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    installServiceWorker();
    void prepareOffline(settings.language);
    void receiveRecords();
    void renewPush();
  });
}

// What has to be downloaded comes after the page itself.
if (navigator.serviceWorker?.controller) void prepareHost();
else addEventListener('load', () => void prepareHost());

addEventListener('vite:preloadError', () => void reloadOnUpdate());
