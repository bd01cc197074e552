/** A small part of ICU's message format: `{name}` and `{n, plural, one {# card} other {# cards}}`. */
export type Values = Readonly<Record<string, string | number>>;

const rules = new Map<string, Intl.PluralRules>();

function category(locale: string, n: number): string {
  let found = rules.get(locale);
  if (!found) rules.set(locale, (found = new Intl.PluralRules(locale)));
  return found.select(n);
}

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
        const form = forms.get(`=${n}`) ?? forms.get(category(locale, n)) ?? forms.get('other');
        return (form ?? '').replaceAll('#', new Intl.NumberFormat(locale).format(n));
      },
    )
    .replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
