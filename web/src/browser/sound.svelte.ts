/** Synthesized sounds: wood, water, paper, drums and a guitar. Off by default. */
import { untrack } from 'svelte';
import { composePhrase } from '../model/music';
import { settings } from './settings.svelte';

export type Sound =
  | 'build'
  | 'sweep'
  | 'gain'
  | 'lose'
  | 'card'
  | 'shuffle'
  | 'turn'
  | 'hurry'
  | 'score'
  | 'win'
  | 'defeat'
  | 'draw'
  | 'refuse';

/** What has a volume of its own. */
type Channel = 'effects' | 'surf' | 'music';

interface Output {
  context: AudioContext;
  /** Where to connect what sounds. */
  mix: GainNode;
}

let opened: { context: AudioContext; channels: Record<Channel, GainNode> } | undefined;

function open(): NonNullable<typeof opened> {
  if (!opened) {
    const context = new AudioContext();
    // Several sounds at once must not clip.
    const compressor = context.createDynamicsCompressor();
    compressor.connect(context.destination);
    const channel = (name: Channel): GainNode => {
      const gain = context.createGain();
      gain.gain.value = gainOf(name);
      gain.connect(compressor);
      return gain;
    };
    opened = { context, channels: { effects: channel('effects'), surf: channel('surf'), music: channel('music') } };
  }
  return opened;
}

/** The time constant of a change that must not click, in seconds. */
const SMOOTH = 0.03;

const gainOf = (channel: Channel): number =>
  ({ effects: settings.volume, surf: settings.surfVolume, music: settings.musicVolume })[channel] ** 2;

/** Let the volume of a channel follow its setting. */
function followVolume(channel: Channel): void {
  const gain = gainOf(channel);
  opened?.channels[channel].gain.setTargetAtTime(gain, opened.context.currentTime, SMOOTH);
}

/** A tone that decays, with the overtones (frequency ratio, share) of something that was struck. */
function strike(
  { context, mix }: Output,
  pitch: number,
  { at = 0, length = 0.3, loudness = 0.2, bend = 1, overtones = [[1, 1]] as readonly (readonly [number, number])[] } = {},
): void {
  const begin = context.currentTime + at;
  for (const [ratio, share] of overtones) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const lasting = length / Math.sqrt(ratio);
    oscillator.frequency.setValueAtTime(pitch * ratio, begin);
    oscillator.frequency.exponentialRampToValueAtTime(pitch * ratio * bend, begin + lasting);
    gain.gain.setValueAtTime(0.0001, begin);
    gain.gain.exponentialRampToValueAtTime(loudness * share, begin + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasting);
    oscillator.connect(gain).connect(mix);
    oscillator.start(begin);
    oscillator.stop(begin + lasting + 0.02);
  }
}

function noise(context: AudioContext, seconds: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/** Filtered noise that swells and fades while its pitch moves. */
function rush(
  { context, mix }: Output,
  from: number,
  to: number,
  { at = 0, length = 0.3, loudness = 0.2, sharpness = 1 } = {},
): void {
  const begin = context.currentTime + at;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = noise(context, length);
  filter.type = 'bandpass';
  filter.Q.value = sharpness;
  filter.frequency.setValueAtTime(from, begin);
  filter.frequency.exponentialRampToValueAtTime(to, begin + length);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(loudness, begin + length / 6);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(filter).connect(gain).connect(mix);
  source.start(begin);
}

/** How a wooden bar, a drum and a marimba ring. */
const WOOD = [[1, 1], [2.76, 0.5], [5.4, 0.2]] as const;
const DRUM = [[1, 1], [1.59, 0.5], [2.14, 0.3]] as const;
const MARIMBA = [[1, 1], [4, 0.25], [10, 0.06]] as const;

function marimba(to: Output, pitches: readonly number[], step: number, loudness = 0.2): void {
  pitches.forEach((pitch, i) => strike(to, pitch, { at: i * step, length: 0.7, loudness, overtones: MARIMBA }));
}

const SOUNDS: Record<Sound, (to: Output) => void> = {
  build: (to) => {
    strike(to, 330, { length: 0.12, loudness: 0.35, overtones: WOOD });
    strike(to, 247, { at: 0.07, length: 0.16, loudness: 0.3, overtones: WOOD });
  },
  sweep: (to) => {
    rush(to, 1800, 500, { length: 0.12, loudness: 0.3, sharpness: 3 }); // it breaks
    rush(to, 500, 1400, { at: 0.08, length: 0.4, loudness: 0.35, sharpness: 0.7 }); // and splashes
    strike(to, 190, { at: 0.08, length: 0.3, loudness: 0.15, bend: 0.4 });
  },
  gain: (to) => {
    strike(to, 110, { length: 0.3, loudness: 0.3, bend: 0.7, overtones: DRUM });
    marimba(to, [523, 784], 0.09, 0.18);
  },
  lose: (to) => marimba(to, [392, 294], 0.1, 0.15),
  card: (to) => rush(to, 3400, 1800, { length: 0.11, loudness: 0.3 }),
  shuffle: (to) => {
    for (let i = 0; i < 7; i++) rush(to, 3600, 2000, { at: i * 0.055, length: 0.07, loudness: 0.2 });
  },
  turn: (to) => marimba(to, [659, 880], 0.13, 0.14),
  hurry: (to) => [0, 0.16, 0.32].forEach((at) => strike(to, 880, { at, length: 0.09, loudness: 0.22, overtones: WOOD })),
  score: (to) => {
    [0, 0.14, 0.28].forEach((at) => strike(to, 98, { at, length: 0.35, loudness: 0.35, bend: 0.7, overtones: DRUM }));
    marimba(to, [392, 523, 659], 0.14, 0.14);
  },
  win: (to) => {
    marimba(to, [523, 659, 784, 1047, 784, 1047, 1319], 0.12);
    [0, 0.24, 0.48, 0.72].forEach((at) => strike(to, 98, { at, length: 0.4, loudness: 0.3, bend: 0.7, overtones: DRUM }));
  },
  defeat: (to) => {
    marimba(to, [440, 392, 330, 262], 0.22, 0.16);
    rush(to, 300, 700, { at: 0.7, length: 1.4, loudness: 0.12, sharpness: 0.6 });
  },
  draw: (to) => marimba(to, [523, 523, 587], 0.18, 0.16),
  refuse: (to) => strike(to, 140, { length: 0.16, loudness: 0.25, bend: 0.8, overtones: WOOD }),
};

export function play(sound: Sound): void {
  if (!settings.sounds) return;
  const { context, channels } = open();
  SOUNDS[sound]({ context, mix: channels.effects });
}

/** Seconds in which what plays in the background fades in and out. */
const FADE = 0.8;

/** Return a gain that fades in now, and a function that fades it out and then disconnects it. */
function fading({ context, mix }: Output): [GainNode, () => void] {
  const bus = context.createGain();
  const glide = (to: number): AudioParam => bus.gain.setTargetAtTime(to, context.currentTime, FADE / 5);
  bus.gain.value = 0;
  bus.connect(mix);
  glide(1);
  const end = (): void => {
    glide(0);
    setTimeout(() => bus.disconnect(), 1000 * FADE);
  };
  return [bus, end];
}

/** Let waves break in the background until the returned function is called. */
function startSurf(to: Output): () => void {
  const { context } = to;
  const [bus, end] = fading(to);
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const swell = context.createGain();
  const tide = context.createOscillator();
  const depth = context.createGain();
  source.buffer = noise(context, 6);
  source.loop = true;
  filter.type = 'lowpass';
  filter.frequency.value = 520;
  swell.gain.value = 0.09;
  tide.frequency.value = 0.11; // a wave every nine seconds
  depth.gain.value = 0.06;
  tide.connect(depth).connect(swell.gain);
  source.connect(filter).connect(swell).connect(bus);
  source.start();
  tide.start();
  return () => {
    end();
    source.stop(context.currentTime + FADE);
    tide.stop(context.currentTime + FADE);
  };
}

/** How a nylon string rings. */
const STRING = [[1, 1], [2, 0.3], [3, 0.1], [4.02, 0.04]] as const;

/** Play one phrase of the theme after the other until the returned function is called. */
function startMusic(to: Output): () => void {
  const { context } = to;
  const [bus, end] = fading(to);
  let timer: ReturnType<typeof setTimeout>;
  const playPhrase = (): void => {
    const { notes, length } = composePhrase(Math.random);
    for (const { at, pitch, loudness } of notes) {
      strike({ context, mix: bus }, pitch, { at: at + 0.1, length: 2.6, loudness: 0.5 * loudness, overtones: STRING });
    }
    timer = setTimeout(playPhrase, 1000 * length);
  };
  playPhrase();
  return () => {
    clearTimeout(timer);
    end();
  };
}

const BACKGROUNDS = { surf: startSurf, music: startMusic } as const;

/** Whether somebody looks at the page. */
const page = $state({ isVisible: !document.hidden });
document.addEventListener('visibilitychange', () => (page.isVisible = !document.hidden));

/** Let the volumes and what plays in the background follow the settings. */
export function followSoundSettings(): void {
  for (const channel of ['effects', 'surf', 'music'] as const) $effect(() => followVolume(channel));
  for (const channel of ['surf', 'music'] as const) $effect(() => followBackground(channel));
}

/** Play something in the background while it is wanted; browsers allow sound after the first touch only. */
function followBackground(channel: keyof typeof BACKGROUNDS): (() => void) | void {
  if (!settings.sounds || !settings[channel] || !page.isVisible) return;
  let stop: (() => void) | undefined;
  const begin = (): void => {
    if (stop) return;
    const { context, channels } = untrack(open);
    void context.resume();
    stop = BACKGROUNDS[channel]({ context, mix: channels[channel] });
  };
  if (navigator.userActivation?.hasBeenActive) begin();
  else addEventListener('pointerdown', begin, { once: true });
  return () => {
    removeEventListener('pointerdown', begin);
    stop?.();
  };
}
