/**
 * `<kahuna-board position="…">` shows a position, `<kahuna-board record="…">` lets the reader step through a game.
 * Without JavaScript the picture inside the element is shown; its text also describes a position here.
 */
import { mount } from 'svelte';
import EmbeddedBoard from './EmbeddedBoard.svelte';
import { parseFrames } from './frames';

class KahunaBoard extends HTMLElement {
  connectedCallback(): void {
    if (this.shadowRoot) return;
    const frames = parseFrames(this.getAttribute('record') ?? this.getAttribute('position') ?? '');
    const words = this.querySelector('img')?.alt ?? '';
    const language = this.closest<HTMLElement>('[lang]')?.lang.slice(0, 2) ?? 'en';
    mount(EmbeddedBoard, { target: this.attachShadow({ mode: 'open' }), props: { frames, words, language } });
  }
}

customElements.define('kahuna-board', KahunaBoard);
