import { mount } from 'svelte';
import App from './App.svelte';
import './styles/fonts.css';
import './generated/palette.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/left-handed.css';

mount(App, { target: document.getElementById('app')! });
