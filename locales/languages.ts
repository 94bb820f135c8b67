/** What every text of every language needs, without any text of one: pages that load one language at a time begin here. */
export const languages = ['en', 'zh', 'fr', 'de', 'ja', 'ko', 'ru'] as const;
export type Language = (typeof languages)[number];

/** English is complete by construction: what another language lacks is told in it. */
export const sourceLanguage = 'en' satisfies Language;

/** The parts of a BCP 47 tag, with the usual script and region where it names none. */
function partsOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/** The one of some languages that a whole tag means: the same language, in its script before its region. A reader of zh-TW reads zh-Hant. */
export function closestLanguage<L extends string>(tag: string, among: readonly L[]): L | undefined {
  const asked = partsOf(tag);
  const nearness = (each: L) => {
    const { language, script, region } = partsOf(each) ?? {};
    if (!asked || language !== asked.language) return 0;
    if (each.toLowerCase() === tag.toLowerCase()) return 5;
    return 1 + (script === asked.script ? 2 : 0) + (region === asked.region ? 1 : 0);
  };
  const [best] = among.map((each) => ({ each, near: nearness(each) })).sort((one, other) => other.near - one.near);
  return best && best.near > 0 ? best.each : undefined;
}

export type Params = Readonly<Record<string, string | number>>;

/** Puts the parameters where the text names them, as `{{name}}`. */
export const filled = (text: string, params: Params) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** The key of a sentence that hangs on a number or a context, as i18next writes it: `locked_minutes_one`. */
export const keyOf = (language: Language, code: string, { context, count }: Params) =>
  [code, context, count === undefined ? count : new Intl.PluralRules(language).select(Number(count))]
    .filter((part) => part !== undefined)
    .join('_');
