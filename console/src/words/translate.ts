import { filled, keyOf, type Params } from '@doorwright/locales/languages.ts';
import { language, textOf } from './catalogues.ts';
import { numeral } from './formats.ts';

/** Values that fill a text. `count` and `context` also choose one of its forms. */
export type Values = Readonly<Record<string, unknown>>;

/** The text of the first key that has one. A key may begin with its namespace: `errors:gone`. */
export type Translate = (key: string | readonly string[], values?: Values) => string;

/** `errors:gone` → `errors` and `gone`. */
function placeOf(key: string, namespaces: readonly string[]): [namespaces: readonly string[], key: string] {
  const at = key.indexOf(':');
  return at < 0 ? [namespaces, key] : [[key.slice(0, at)], key.slice(at + 1)];
}

function found(key: string, namespaces: readonly string[], { count, context }: Values = {}): string | undefined {
  const [places, own] = placeOf(key, namespaces);
  const form = {
    ...(context !== undefined && { context: String(context) }),
    ...(count !== undefined && { count: Number(count) }),
  };
  const chosen = keyOf(language, own, form);
  for (const place of places) {
    const text = textOf(place, chosen) ?? (chosen === own ? undefined : textOf(place, own));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Writes `{{count, number}}` as the language writes numbers: 1,000 or 1.000. */
const withNumbers = (text: string, values: Values) =>
  text.replaceAll(/\{\{(\w+), number\}\}/g, (_, name) => numeral(Number(values[name]), language));

/** The text as it is written, with the names of its values. */
export const rawText = (key: string): string | undefined => found(key, ['common']);

export const hasText = (key: string, namespace = 'common'): boolean => found(key, [namespace]) !== undefined;

/** Without a text it is the key, so that a page shows which one is missing. */
export const translateIn =
  (...namespaces: readonly string[]): Translate =>
  (keys, values) => {
    for (const key of typeof keys === 'string' ? [keys] : keys) {
      const text = found(key, namespaces, values);
      if (text !== undefined) return values ? filled(withNumbers(text, values), values as Params) : text;
    }
    return (typeof keys === 'string' ? keys : keys.at(-1)) ?? '';
  };

export const t: Translate = translateIn('common');
