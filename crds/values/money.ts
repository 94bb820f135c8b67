import { type Currency, exponents } from './currencies.ts';

/** Money as an integer of the smallest unit of its currency, such as cents. All sums and comparisons use this form. */
export interface Money {
  amount: number;
  currency: Currency;
}

const written = /^(\d{1,15})(?:\.(\d+))?$/;

/**
 * The integer of a decimal text such as `9.90`. Undefined if the currency has no such amount: `0.001` dollars, or `1.5` yen. No step uses
 * binary fractions.
 */
export function amountOf(decimal: string | number, currency: Currency): number | undefined {
  const [, whole, fraction = ''] = written.exec(String(decimal)) ?? [];
  if (whole === undefined) return undefined;
  const places = exponents[currency];
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > places) return undefined;
  const amount = Number(whole + digits.padEnd(places, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** The decimal text that vendors expect, with all places of the currency: `9.90`. Sums can be larger than a number holds exactly. */
export function decimalOf({ amount, currency }: { amount: number | bigint; currency: Currency }): string {
  const places = exponents[currency];
  const digits = String(amount).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The decimal number of the API, as the specification's `price`. */
export const priceOf = (money: Money): number => Number(decimalOf(money));
