/** A small part of ICU's message format: `{name}` and `{n, plural, one {# card} other {# cards}}`. */
export type Values = Readonly<Record<string, string | number>>;

/** Make a formatter once per locale: constructing one is slow. */
export function perLocale<Formatter>(make: (locale: string) => Formatter): (locale: string) => Formatter {
  const made = new Map<string, Formatter>();
  return (locale) => {
    let found = made.get(locale);
    if (!found) made.set(locale, (found = make(locale)));
    return found;
  };
}

const plurals = perLocale((locale) => new Intl.PluralRules(locale));
const numbers = perLocale((locale) => new Intl.NumberFormat(locale));

export function format(message: string, values: Values, locale: string): string {
  return message
    .replace(
      /\{(\w+), plural, ((?:=?\w+ \{[^{}]*\}\s*)+)\}/g,
      (_, name: string, branches: string) => {
        const n = Number(values[name]);
        const forms = new Map<string, string>();
        for (const [, key, text] of branches.matchAll(/(=?\w+) \{([^{}]*)\}/g)) {
          if (key !== undefined && text !== undefined) forms.set(key, text);
        }
        const form = forms.get(`=${n}`) ?? forms.get(plurals(locale).select(n)) ?? forms.get('other');
        return (form ?? '').replaceAll('#', numbers(locale).format(n));
      },
    )
    .replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
