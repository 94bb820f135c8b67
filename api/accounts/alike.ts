/**
 * A name or an address without its capitals, of the letters a to z alone, as the index does by which people are found.
 * Whatever is counted or invented for one that nobody has must not differ by what makes no difference where somebody has
 * it (S25).
 */
export const withoutCapitals = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const isAlike = (a: string, b: string): boolean => withoutCapitals(a) === withoutCapitals(b);
