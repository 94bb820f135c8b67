import { regionNames } from './formats.ts';

/** ISO 3166-1 in letters, or UN M.49 in digits. For other values the browser throws. */
const isCode = (region: string) => /^([a-z]{2}|\d{3})$/i.test(region);

/** The name of a country or region. Unknown values, for instance of imported users, stay as they are. */
export const regionName = (region: string, language: string): string =>
  isCode(region) ? (regionNames(language).of(region) ?? region) : region;
