import type { Language } from '@doorwright/crds/options/languages.ts';

/** The languages without any text, for pages that load one language at a time. */
export { type Language, languageNames, languages } from '@doorwright/crds/options/languages.ts';

/** English is complete, so it replaces missing texts of other languages. */
export const sourceLanguage = 'en' satisfies Language;

/** The parts of a BCP 47 tag. A missing script or region gets its usual value. */
function partsOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/** The parts of our own tags. Every request compares with all of them, and reading one takes some microseconds. */
const ownParts = new Map<string, Intl.Locale | undefined>();
function partsOfOwn(tag: string): Intl.Locale | undefined {
  if (!ownParts.has(tag)) ownParts.set(tag, partsOf(tag));
  return ownParts.get(tag);
}

/** The closest of our languages to a tag: the same language, and its script matters more than its region. For zh-TW this is zh-Hant. */
export function closestLanguage<L extends string>(tag: string, among: readonly L[]): L | undefined {
  const exact = among.find((each) => each.toLowerCase() === tag.toLowerCase());
  if (exact) return exact;
  const asked = partsOf(tag);
  const nearness = (each: L) => {
    const { language, script, region } = partsOfOwn(each) ?? {};
    if (!asked || language !== asked.language) return 0;
    return 1 + (script === asked.script ? 2 : 0) + (region === asked.region ? 1 : 0);
  };
  const [best] = among.map((each) => ({ each, near: nearness(each) })).sort((one, other) => other.near - one.near);
  return best && best.near > 0 ? best.each : undefined;
}

export type Params = Readonly<Record<string, string | number>>;

/** Replaces each `{{name}}` in the text by its parameter. */
export const filled = (text: string, params: Params) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** The key of a text that depends on a number or a context, in the form of i18next: `locked_minutes_one`. */
export const keyOf = (language: Language, code: string, { context, count }: Params) =>
  [code, context, count === undefined ? count : new Intl.PluralRules(language).select(Number(count))]
    .filter((part) => part !== undefined)
    .join('_');
