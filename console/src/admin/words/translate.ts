import { i18n } from './catalogues.ts';

/** Values that fill a text. `count` and `context` also choose one of its forms. */
export type Values = Readonly<Record<string, unknown>>;

/** The text of the first key that has one. A key may begin with its namespace: `errors:gone`. */
export type Translate = (key: string | readonly string[], values?: Values) => string;

/** The text as it is written, with the names of its values. */
export const rawText = (key: string): string => i18n.t(key, { skipInterpolation: true });

export const hasText = (key: string, namespace = 'common'): boolean => i18n.exists(key, { ns: namespace });

/** Without a text it is the key, so that a page shows which one is missing. */
export function translateIn(...namespaces: readonly string[]): Translate {
  const find = i18n.getFixedT(null, namespaces);
  return (key, values = {}) => find(key as string | string[], values);
}

export const t: Translate = translateIn('common');
