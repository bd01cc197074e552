import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The directories of src, lowest first: each may import from itself and from those before it. */
const LAYERS = [
  'generated',
  'network',
  'worker',
  'net',
  'model',
  'browser',
  'i18n',
  'avatars',
  'ui',
  'cards',
  'finds',
  'board',
  'embed',
  'state',
  'challenges',
  'lobby',
  'table',
  'screens',
] as const;

const ROOT = 'src';
/** Found at the top of src and free to import anything: the entry point and the application. */
const ENTRY = new Set(['main.ts', 'App.svelte']);

interface Import {
  file: string;
  target: string;
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : files(path);
    return /\.(ts|svelte)$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf-8');
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)];
  return specifiers.map(([, path]) => ({ file, target: normalize(join(dirname(file), path!)) }));
}

const directory = (path: string): string => path.split('/')[1] ?? '';
const rank = (path: string): number => (LAYERS as readonly string[]).indexOf(directory(path));

describe('the layers of the page', () => {
  const imports = files(ROOT).filter((file) => !ENTRY.has(directory(file))).flatMap(importsOf);
  const isAsset = (target: string): boolean => /\.svg(\?|$)/.test(target);

  it('cover every directory that holds code', () => {
    const found = new Set(files(ROOT).map(directory).filter((name) => !ENTRY.has(name)));
    expect([...found].filter((name) => !(LAYERS as readonly string[]).includes(name))).toEqual([]);
  });

  it('import downwards only', () => {
    const upward = imports.filter(({ file, target }) => !isAsset(target) && rank(target) > rank(file));
    expect(upward.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it('keep the screens apart', () => {
    const screen = (path: string): string => path.split('/')[2] ?? '';
    const crossing = imports.filter(
      ({ file, target }) =>
        directory(file) === 'screens' && directory(target) === 'screens' && screen(file) !== screen(target),
    );
    expect(crossing.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });
});
