/** Synthesized sound effects; off by default. */
import { settings } from './settings.svelte';

export type Sound = 'build' | 'sweep' | 'gain' | 'lose' | 'card' | 'turn' | 'win' | 'refuse';

let context: AudioContext | undefined;

function tone(
  at: AudioContext,
  shape: OscillatorType,
  from: number,
  to: number,
  start: number,
  length: number,
  loudness: number,
): void {
  const oscillator = at.createOscillator();
  const gain = at.createGain();
  const begin = at.currentTime + start;
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(from, begin);
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + length);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(loudness, begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(gain).connect(at.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length + 0.02);
}

function rustle(at: AudioContext, pitch: number, length: number, loudness: number): void {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  }
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const gain = at.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(at.destination);
  source.start();
}

const SOUNDS: Record<Sound, (at: AudioContext) => void> = {
  build: (at) => {
    tone(at, 'triangle', 420, 180, 0, 0.09, 0.3);
    tone(at, 'triangle', 310, 150, 0.07, 0.1, 0.22);
  },
  sweep: (at) => {
    rustle(at, 700, 0.5, 0.35);
    tone(at, 'sine', 220, 70, 0.05, 0.35, 0.12);
  },
  gain: (at) => {
    tone(at, 'sine', 523, 523, 0, 0.35, 0.16);
    tone(at, 'sine', 784, 784, 0.09, 0.45, 0.14);
  },
  lose: (at) => tone(at, 'sine', 392, 247, 0, 0.4, 0.14),
  card: (at) => rustle(at, 2600, 0.12, 0.3),
  turn: (at) => {
    tone(at, 'sine', 659, 659, 0, 0.25, 0.1);
    tone(at, 'sine', 880, 880, 0.14, 0.4, 0.1);
  },
  win: (at) =>
    [523, 659, 784, 1047].forEach((pitch, i) => tone(at, 'sine', pitch, pitch, i * 0.13, 0.6, 0.13)),
  refuse: (at) => tone(at, 'triangle', 160, 120, 0, 0.14, 0.2),
};

export function play(sound: Sound): void {
  if (!settings.sounds) return;
  context ??= new AudioContext();
  SOUNDS[sound](context);
}
