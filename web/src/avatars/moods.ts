/**
 * Faces that react. A portrait marks its own eyes and mouth: `data-eyes` lists the centre and radius
 * of each pupil, `data-mouth` the centre and half the width. A mood replaces both; a beak stays.
 */
export type Mood = 'happy' | 'sad' | 'surprised';

interface Eye {
  x: number;
  y: number;
  r: number;
  /** The side of the nose: 1 to the right of the eye, -1 to the left. */
  inner: 1 | -1;
}

const INK = '#2b2013';
const stroke = (width: number): string => `fill="none" stroke="${INK}" stroke-width="${width}" stroke-linecap="round"`;
const pupil = ({ x, y, r }: Eye): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${INK}"/><circle cx="${x + r / 3}" cy="${y - r / 3}" r="${r / 3}" fill="#fff"/>`;

const EYES: Record<Mood, (eye: Eye) => string> = {
  happy: ({ x, y, r }) =>
    `<path d="M${x - 1.2 * r} ${y + 0.5 * r}q${1.2 * r} ${-2.2 * r} ${2.4 * r} 0" ${stroke(2.2)}/>`,
  sad: (eye) => {
    const { x, y, r, inner } = eye;
    const brow = `M${x - 1.5 * r * inner} ${y - 1.2 * r}L${x + r * inner} ${y - 2.3 * r}`;
    const tear = `M${x - r * inner} ${y + 1.3 * r}q2.6 3.4 0 5q-2.6-1.6 0-5z`;
    return `${pupil({ ...eye, y: y + 0.3 * r })}<path d="${brow}" ${stroke(1.9)}/><path d="${tear}" fill="#9fdcf5" stroke="#fff" stroke-width=".6"/>`;
  },
  surprised: (eye) => {
    const { x, y, r } = eye;
    const brow = `M${x - 1.3 * r} ${y - 2.3 * r}q${1.3 * r} ${-1.1 * r} ${2.6 * r} 0`;
    return `<circle cx="${x}" cy="${y}" r="${1.6 * r}" fill="#fff" stroke="${INK}" stroke-width=".9"/>${pupil({ ...eye, r: 0.75 * r })}<path d="${brow}" ${stroke(1.9)}/>`;
  },
};

const MOUTHS: Record<Mood, (x: number, y: number, half: number) => string> = {
  happy: (x, y, half) =>
    `<path d="M${x - half} ${y - 2.5}q${half} ${1.5 * half} ${2 * half} 0z" fill="#7a2b22" stroke="${INK}" stroke-width="1.4" stroke-linejoin="round"/>`,
  sad: (x, y, half) => `<path d="M${x - half} ${y + 2.5}q${half} ${-0.9 * half} ${2 * half} 0" ${stroke(2.2)}/>`,
  surprised: (x, y, half) =>
    `<ellipse cx="${x}" cy="${y + 1}" rx="${0.5 * Math.min(half, 8)}" ry="${0.7 * Math.min(half, 8)}" fill="#5b1f1a" stroke="${INK}" stroke-width="1.2"/>`,
};

/** The numbers of a mark. */
function numbers(text: string): number[] {
  return text.split(' ').map(Number);
}

/** Return a portrait (as SVG text) in a mood. */
export function inMood(portrait: string, mood: Mood): string {
  return portrait
    .replace(/<g data-eyes="([^"]*)">[^]*?<\/g>/, (_, marks: string) => {
      const [x1 = 0, y1 = 0, r1 = 0, x2, y2 = 0, r2 = 0] = numbers(marks);
      const eyes: Eye[] = [{ x: x1, y: y1, r: r1, inner: 1 }];
      if (x2 !== undefined) eyes.push({ x: x2, y: y2, r: r2, inner: -1 });
      return `<g>${eyes.map(EYES[mood]).join('')}</g>`;
    })
    .replace(/<g data-mouth="([^"]*)">[^]*?<\/g>/, (_, marks: string) => {
      const [x = 0, y = 0, half = 0] = numbers(marks);
      return `<g>${MOUTHS[mood](x, y, half)}</g>`;
    });
}
