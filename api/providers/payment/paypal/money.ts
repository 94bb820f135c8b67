import { type Currency, currencies } from '@doorwright/crds/values/currencies.ts';
import { amountOf, decimalOf, type Money } from '@doorwright/crds/values/money.ts';
import { z } from 'zod';
import { refusedBy } from '../channel.ts';

/** PayPal's list: developer.paypal.com/api/rest/reference/currency-codes (read 2026-11-29). */
export const payPalCurrencies: readonly Currency[] = [
  ...(['AUD', 'BRL', 'CAD', 'CNY', 'CZK', 'DKK', 'EUR', 'HKD', 'HUF', 'ILS', 'JPY', 'MYR', 'MXN'] as const),
  ...(['TWD', 'NZD', 'NOK', 'PHP', 'PLN', 'GBP', 'SGD', 'SEK', 'CHF', 'THB', 'USD'] as const),
];

/** Two places by ISO 4217, but none at PayPal. */
const whole: readonly Currency[] = ['HUF', 'TWD'];

export const hasPayPalForm = ({ amount, currency }: Money): boolean =>
  amount > 0 && !(whole.includes(currency) && amount % 100 !== 0);

export const written = z.object({ currency_code: z.string(), value: z.string() });

export const writtenOf = ({ amount, currency }: Money): z.output<typeof written> => ({
  currency_code: currency,
  value: whole.includes(currency) ? String(amount / 100) : decimalOf({ amount, currency }),
});

export function moneyOf({ currency_code, value }: z.output<typeof written>): Money {
  const currency = currencies.find((each) => each === currency_code);
  const amount = currency && amountOf(value, currency);
  if (!currency || amount === undefined) throw refusedBy('PayPal answered an amount that its currency does not have');
  return { amount, currency };
}
