import { callingCodes } from '@doorwright/crds/options/calling-codes.ts';

export interface Country {
  region: string;
  /** The calling code. */
  code: string;
  /** The name in the language of the page, such as `Germany +49`. */
  text: string;
}

export function countriesIn(language: string): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return Object.entries(callingCodes)
    .map(([region, code]) => ({ region, code, text: `${names.of(region)} +${code}` }))
    .sort((a, b) => a.text.localeCompare(b.text, language));
}
