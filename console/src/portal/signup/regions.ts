import { regionCodes } from '@doorwright/crds/options/regions.ts';

export interface Region {
  /** What is stored. */
  code: string;
  /** `Germany (DE)`, in the language of the page. */
  text: string;
}

export function regionsIn(language: string): Region[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return regionCodes
    .map((code) => ({ code, text: `${names.of(code)} (${code})` }))
    .sort((a, b) => a.text.localeCompare(b.text, language));
}

/** Without accents and capitals: `cote` finds `Côte d’Ivoire`. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** Those that begin with what was typed first, then those that have it somewhere. */
export function matching(regions: readonly Region[], typed: string): readonly Region[] {
  const wanted = plain(typed.trim());
  if (!wanted) return regions;
  const found = regions
    .map((region) => ({ region, at: plain(region.text).indexOf(wanted) }))
    .filter(({ at, region }) => at >= 0 || plain(region.code) === wanted);
  return [...found.filter(({ at }) => at === 0), ...found.filter(({ at }) => at !== 0)].map(({ region }) => region);
}
