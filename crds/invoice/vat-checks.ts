const digitsOf = (text: string): number[] => [...text].filter((each) => /\d/.test(each)).map(Number);

const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digitsOf(text)[at] ?? 0), 0);

const last = (text: string): number => digitsOf(text).at(-1) ?? 0;

/** The digits doubled from the end in turns (ISO/IEC 7812): sums that divide by ten. */
const luhnSum = (text: string): number =>
  digitsOf(text)
    .reverse()
    .reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);

const isLuhn = (text: string): boolean => luhnSum(text) % 10 === 0;

/** ISO 7064 MOD 11,10. */
function isMod1110(text: string): boolean {
  const product = digitsOf(text.slice(0, -1)).reduce((carry, digit) => (((carry + digit) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === last(text);
}

/** What is missing to a multiple of eleven. Ten has no digit. */
const missingTo11 = (sum: number): number => (11 - (sum % 11)) % 11;

/**
 * The check digits of VAT numbers without their prefix, for countries whose rule is public and stays within a line. They follow the
 * algorithms of the European Commission (TIN algorithms, ec.europa.eu/taxation_customs/tin), bfs.admin.ch and brreg.no.
 */
export const vatChecks: Readonly<Record<string, (bare: string) => boolean>> = {
  AT: (bare) => (10 - ((luhnSum(bare.slice(1, 8)) + 4) % 10)) % 10 === last(bare),
  BE: (bare) => 97 - (Number(bare.slice(0, 8)) % 97) === Number(bare.slice(8)),
  CH: (bare) => missingTo11(weighted(bare, [5, 4, 3, 2, 7, 6, 5, 4])) === last(bare),
  DE: isMod1110,
  DK: (bare) => weighted(bare, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  FI: (bare) => missingTo11(weighted(bare, [7, 9, 10, 5, 8, 4, 2])) === last(bare),
  // Only keys of two digits have a rule that is public.
  FR: (bare) => !/^\d{11}$/.test(bare) || (12 + 3 * (Number(bare.slice(2)) % 97)) % 97 === Number(bare.slice(0, 2)),
  HR: isMod1110,
  IT: isLuhn,
  LU: (bare) => Number(bare.slice(0, 6)) % 89 === Number(bare.slice(6)),
  NO: (bare) => missingTo11(weighted(bare, [3, 2, 7, 6, 5, 4, 3, 2])) === last(bare),
  PL: (bare) => weighted(bare, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(bare),
  PT: (bare) => missingTo11(weighted(bare, [9, 8, 7, 6, 5, 4, 3, 2])) % 10 === last(bare),
  SE: (bare) => isLuhn(bare.slice(0, 10)),
  SI: (bare) => missingTo11(weighted(bare, [8, 7, 6, 5, 4, 3, 2])) % 10 === last(bare),
};
