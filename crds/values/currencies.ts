/**
 * Currencies with the number of their decimal places, as ISO 4217 says. The first two are those of Casdoor 2022. Each of the others is taken
 * by Stripe or PayPal.
 */
export const exponents = {
  ...{ USD: 2, CNY: 2, EUR: 2, GBP: 2, JPY: 0, KRW: 0, AUD: 2, BRL: 2, CAD: 2, CHF: 2, CZK: 2, DKK: 2, HKD: 2, HUF: 2 },
  ...{ ILS: 2, INR: 2, MXN: 2, MYR: 2, NOK: 2, NZD: 2, PHP: 2, PLN: 2, RUB: 2, SEK: 2, SGD: 2, THB: 2, TWD: 2, VND: 0 },
  ...{ BHD: 3, KWD: 3, TND: 3 },
} as const;

export type Currency = keyof typeof exponents;
export const currencies = Object.keys(exponents) as [Currency, ...Currency[]];
