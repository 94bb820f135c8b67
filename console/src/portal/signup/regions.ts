import { regionCodes } from '@doorwright/crds/options/regions.ts';

export interface Region {
  /** The stored value. */
  code: string;
  /** The name in the language of the page, such as `Germany (DE)`. */
  text: string;
}

export function regionsIn(language: string): Region[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return regionCodes
    .map((code) => ({ code, text: `${names.of(code)} (${code})` }))
    .sort((a, b) => a.text.localeCompare(b.text, language));
}

/** Removes accents and capitals, so that `cote` finds `Côte d’Ivoire`. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** The regions that begin with the text, then those that contain it. */
export function matching(regions: readonly Region[], typed: string): readonly Region[] {
  const wanted = plain(typed.trim());
  if (!wanted) return regions;
  const found = regions
    .map((region) => ({ region, at: plain(region.text).indexOf(wanted) }))
    .filter(({ at, region }) => at >= 0 || plain(region.code) === wanted);
  return [...found.filter(({ at }) => at === 0), ...found.filter(({ at }) => at !== 0)].map(({ region }) => region);
}
