import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { format } from '../src/lib/messages/format';

type Catalogue = Record<string, string>;
const LANGUAGES = ['en', 'de', 'nl', 'it'] as const;
const files = import.meta.glob<Record<string, Catalogue>>('../src/lib/messages/**/{en,de,nl,it}.ts', {
  eager: true,
});

/** Everything said in a language, in all areas. */
function all(language: string): Catalogue {
  const own = Object.entries(files).filter(([path]) => path.endsWith(`/${language}.ts`));
  return Object.assign({}, ...own.map(([, file]) => file[language])) as Catalogue;
}

const CATALOGUES = Object.fromEntries(LANGUAGES.map((language) => [language, all(language)]));
const en = all('en');
const de = all('de');
const keys = Object.keys(en);

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['messages', 'generated'].includes(entry.name) ? [] : sources(path);
    return [readFileSync(path, 'utf-8')];
  });
}

/** The names that a message must be given. */
function holes(message: string): string[] {
  const names = new Set<string>();
  const rest = message.replace(/\{(\w+), plural, (?:[^{}]*\{[^{}]*\})+\}/g, (_, name: string) => {
    names.add(name);
    return '';
  });
  for (const match of rest.matchAll(/\{(\w+)\}/g)) names.add(match[1]!);
  return [...names].sort();
}

describe.each(Object.entries(CATALOGUES))('the catalogue of %s', (locale, catalogue) => {
  it('has every message and no other', () => {
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
  });

  it('says something, with the same holes as English', () => {
    for (const [key, message] of Object.entries(catalogue)) {
      expect(message.trim(), key).not.toBe('');
      expect(holes(message), key).toEqual(holes(en[key]!));
    }
  });

  it('fills every hole for any number', () => {
    for (const [key, message] of Object.entries(catalogue)) {
      for (const n of [0, 1, 2, 5]) {
        const values = Object.fromEntries(holes(message).map((name) => [name, n]));
        expect(format(message, values, locale), key).not.toMatch(/[{}]/);
      }
    }
  });
});

describe('messages', () => {
  const code = sources('src').join('\n');
  const prefixes = [
    ...[...code.matchAll(/`([\w.]+[._])\$\{/g)].map((match) => match[1]!),
    ...[...code.matchAll(/\b(?:told|titled)\('(\w+)'/g)].map((match) => `${match[1]}.`),
  ];

  it('are all used', () => {
    const unused = keys.filter(
      (key) => !code.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  it('are translated unless the languages agree', () => {
    const same = keys.filter((key) => de[key] === en[key]);
    expect(same.sort()).toEqual(
      [
        'discards.count',
        'page.title',
        'reach.bridges',
        'reach.news',
        'replay.pace.normal',
        'replay.pause',
        'settings.speed',
        'speed.normal',
      ].sort(),
    );
  });
});

describe('plurals', () => {
  it('follow the language', () => {
    expect(format(en['options.handicap_n']!, { n: 0 }, 'en')).toBe('none');
    expect(format(en['options.handicap_n']!, { n: 1 }, 'en')).toBe('1 bridge');
    expect(format(de['options.handicap_n']!, { n: 3 }, 'de')).toBe('3 Stäbe');
  });
});
