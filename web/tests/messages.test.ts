import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES as NAMES, type Language } from '../src/generated/texts';
import { format } from '../src/i18n/format';

type Catalogue = Record<string, string>;
const LANGUAGES = Object.keys(NAMES) as Language[];
const files = import.meta.glob<{ default: Catalogue }>('../src/generated/texts/*/*.ts', { eager: true });

/** The modules of a language, by section. */
function sections(language: string): Record<string, Catalogue> {
  const own = Object.entries(files).filter(([path]) => path.endsWith(`/${language}.ts`));
  return Object.fromEntries(own.map(([path, file]) => [path.split('/').at(-2)!, file.default]));
}

/** Every text of a language, in all sections. */
function all(language: string): Catalogue {
  return Object.assign({}, ...Object.values(sections(language))) as Catalogue;
}

const CATALOGUES = Object.fromEntries(LANGUAGES.map((language) => [language, all(language)]));
const en = all('en');
const de = all('de');
const keys = Object.keys(en);

/** Messages that are the same in English: names and numbers, and words that languages share. */
const EVERYWHERE = ['discards.count', 'page.title', 'a11y.bridges', 'a11y.news', 'rank.kahuna', 'rank.kahuna_nui', 'share.size'];
const AGREED = {
  de: ['clock.days_short', 'account.keys.one', 'account.keys.title', 'account.name', 'lobby.title', 'react.wow', 'replay.pause', 'speed.normal', 'rank.navigator'],
  nl: [
    'account.title',
    'card.shown',
    'clock.days_short',
    'end.comeback',
    'knowledge.open',
    'lobby.title',
    'privacy.title',
    'rules.row.no_trespass',
    'rules.row.open_hands',
    'scene.score',
    'today.score',
    'seat.bot',
    'treasure.back.hibiscus',
    'voice.kanaloa.won',
    'rank.navigator',
  ],
  it: [
    'account.title',
    'lobby.title',
    'notice.sound_no',
    'options.handicap',
    'privacy.title',
    'react.wow',
    'rules.row.handicap',
    'rules.value.false',
    'scene.score',
    'today.score',
    'seat.bot',
  ],
};

/** Names that are put together, where others begin alike. */
const FAMILIES: Record<string, string[]> = {
  'do.': ['build', 'remove', 'replace', 'handicap'],
  'knowledge.': ['hand', 'discarded', 'open', 'buried', 'taken', 'unseen'],
  'learn.': ['aside', 'over', 'wrong'],
  'seat.': ['white', 'black'],
};

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sources(path);
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
  it('has every message and no other, section by section, and none twice', () => {
    const named = (language: string) =>
      Object.fromEntries(Object.entries(sections(language)).map(([name, texts]) => [name, Object.keys(texts).sort()]));
    expect(named(locale)).toEqual(named('en'));
    expect(Object.values(named(locale)).flat()).toHaveLength(keys.length);
  });

  it('has the forms that its numbers need', () => {
    const known = new Intl.PluralRules(locale).resolvedOptions().pluralCategories as string[];
    for (const [key, message] of Object.entries(catalogue)) {
      for (const [, forms] of message.matchAll(/\{\w+, plural, ((?:[^{}]*\{[^{}]*\})+)\}/g)) {
        const names = [...forms!.matchAll(/(=?\w+) \{/g)].map((match) => match[1]!);
        expect(names, key).toEqual(expect.arrayContaining(['one', 'other']));
        expect(names.filter((name) => !known.includes(name) && !/^=\d+$/.test(name)), key).toEqual([]);
      }
    }
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
  const templates = [
    ...[...code.matchAll(/`([\w.]+[._])\$\{[^`]*`/g)].map((match) => match[0].slice(1, -1)),
    ...[...code.matchAll(/\b(?:codeText|listedText)\('(\w+)'/g)].map((match) => `${match[1]}.\${code}`),
  ];

  it('are all used', () => {
    const shapes = templates.map((template) => {
      const [, prefix, rest] = template.match(/^([\w.]+?)\$\{.*?\}(?=[\w.$]|$)(.*)$/) ?? [];
      const names = FAMILIES[prefix ?? '']?.join('|') ?? '[\\w-]+';
      const behind = (rest ?? '').replace(/\$\{.*?\}(?=[\w.$]|$)/g, '[\\w-]+');
      return new RegExp(`^${prefix}(?:${names})${behind}$`);
    });
    const unused = keys.filter(
      (key) => !code.includes(`'${key}'`) && !shapes.some((shape) => shape.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it.each(Object.entries(AGREED))('are translated into %s unless the languages agree', (language, agreed) => {
    const own = all(language);
    expect(keys.filter((key) => own[key] === en[key]).sort()).toEqual([...EVERYWHERE, ...agreed].sort());
  });
});

/** So many characters fit beside the board on a phone of 360 × 640 points. */
const LONGEST_TASK = 220;

describe('lessons', () => {
  it.each(Object.entries(CATALOGUES))('say in %s what to do without scrolling on a small phone', (_, catalogue) => {
    const tasks = Object.entries(catalogue).filter(([key]) => /^learn\.lesson\.\w+\.\d\.text$/.test(key));
    expect(tasks.filter(([, text]) => text.length > LONGEST_TASK).map(([key]) => key)).toEqual([]);
  });
});

describe('plurals', () => {
  it('follow the language', () => {
    expect(format(en['options.handicap_n']!, { n: 0 }, 'en')).toBe('none');
    expect(format(en['options.handicap_n']!, { n: 1 }, 'en')).toBe('1 bridge');
    expect(format(de['options.handicap_n']!, { n: 3 }, 'de')).toBe('3 Stäbe');
  });
});
