/** ISO 3166-1 in letters, or UN M.49 in digits: of anything else the browser says nothing, it throws. */
const isCode = (region: string) => /^([a-z]{2}|\d{3})$/i.test(region);

/** What a country or region is called. People who come from elsewhere bring what they had there, which stands for itself. */
export const regionName = (region: string, language: string): string =>
  isCode(region) ? (new Intl.DisplayNames(language, { type: 'region' }).of(region) ?? region) : region;
