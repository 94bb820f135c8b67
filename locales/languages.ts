/** What every text of every language needs, without any text of one: pages that load one language at a time begin here. */
export const languages = ['en', 'zh', 'fr', 'de', 'ja', 'ko', 'ru'] as const;
export type Language = (typeof languages)[number];

/** English is complete by construction: what another language lacks is told in it. */
export const sourceLanguage = 'en' satisfies Language;

export type Params = Readonly<Record<string, string | number>>;

/** Puts the parameters where the text names them, as `{{name}}`. */
export const filled = (text: string, params: Params) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** The key of a sentence that hangs on a number or a context, as i18next writes it: `locked_minutes_one`. */
export const keyOf = (language: Language, code: string, { context, count }: Params) =>
  [code, context, count === undefined ? count : new Intl.PluralRules(language).select(Number(count))]
    .filter((part) => part !== undefined)
    .join('_');
