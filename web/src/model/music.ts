/** Compose the theme of the islands: slow arpeggios over an alternating bass, as in Hawaiian slack-key guitar. */

export interface Note {
  /** Seconds from the start of the phrase. */
  at: number;
  /** Hertz. */
  pitch: number;
  /** From 0 to 1. */
  loudness: number;
}

export interface Phrase {
  notes: Note[];
  /** Seconds, including the rest before the next phrase. */
  length: number;
}

const BEAT = 0.92;
const BEATS = 4;
/** G major pentatonic: G A B D E. */
const SCALE = [0, 2, 4, 7, 9];
const G3 = 196;
/** A bar: its bass notes in semitones above G2, and the step of the scale around which the melody moves. */
interface Bar {
  root: number;
  fifth: number;
  home: number;
}

const G = (home: number): Bar => ({ root: 0, fifth: 7, home });
const AM = (home: number): Bar => ({ root: 2, fifth: 9, home });
const C = (home: number): Bar => ({ root: 5, fifth: 12, home });
const D = (home: number): Bar => ({ root: 7, fifth: 2, home });
const EM = (home: number): Bar => ({ root: 9, fifth: 4, home });
/** The chords of a phrase; each comes to rest on G. */
const FORMS: readonly (readonly Bar[])[] = [
  [G(5), G(6), C(5), G(3), D(4), C(4), D(3), G(2)],
  [EM(4), EM(5), C(5), G(7), AM(6), D(6), C(4), G(2)],
  [G(5), EM(4), AM(4), D(3), G(7), C(5), D(4), G(2)],
];
/** Beats on which the melody may sound. */
const PLACES = [0.5, 1, 1.5, 2.5, 3, 3.5];
const DENSITY = 0.62;

const pitchOf = (semitones: number): number => G3 * 2 ** (semitones / 12);

function melodyPitch(step: number): number {
  const octave = Math.floor(step / SCALE.length);
  return pitchOf(12 * octave + SCALE[step - octave * SCALE.length]!);
}

/** Return a phrase of eight bars; `random` returns numbers from 0 to 1, as `Math.random`. */
export function composePhrase(random: () => number): Phrase {
  const notes: Note[] = [];
  const bars = FORMS[Math.floor(random() * FORMS.length)]!;
  bars.forEach(({ root, fifth, home }, bar) => {
    const at = (beat: number): number => (bar * BEATS + beat) * BEAT + random() * 0.02;
    notes.push({ at: at(0), pitch: pitchOf(root - 12), loudness: 0.5 });
    notes.push({ at: at(2), pitch: pitchOf(fifth - 12), loudness: 0.36 });
    if (bar === bars.length - 1) {
      // A rolled chord lets the phrase come to rest.
      [0, 2, 4].forEach((step, i) => notes.push({ at: at(0.5 + i * 0.25), pitch: melodyPitch(home + step), loudness: 0.3 }));
      return;
    }
    let step: number = home;
    for (const place of PLACES) {
      if (random() > DENSITY) continue;
      notes.push({ at: at(place), pitch: melodyPitch(step), loudness: 0.3 + 0.25 * random() });
      // Move by one step, back towards the middle of the bar's range.
      step += step > home + 1 ? -1 : step < home - 1 ? 1 : random() < 0.5 ? -1 : 1;
    }
  });
  const rest = 2 + 3 * random();
  return { notes: notes.sort((a, b) => a.at - b.at), length: bars.length * BEATS * BEAT + rest };
}
