import { z } from 'zod';
import { json, type Said } from '../../services/stand-ins/stand-in.ts';

export const refused = (status: number, name: string, issue: string): Said =>
  json(status, {
    name,
    message: 'The request was refused.',
    debug_id: '95864e144146b',
    details: [{ issue, description: '' }],
  });
export const unprocessable = (issue: string): Said => refused(422, 'UNPROCESSABLE_ENTITY', issue);
export const invalid = (issue: string): Said => refused(400, 'INVALID_REQUEST', issue);
export const missing = (): Said => refused(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');

const listed = 'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
  ' ',
);
export const money = z.strictObject({ currency_code: z.string().length(3), value: z.string().regex(/^\d+(\.\d+)?$/) });

export const repayment = z.strictObject({
  amount: money,
  custom_id: z.string().min(1).max(127),
  note_to_payer: z.string().min(1).max(255).optional(),
});

export function problemOf({ currency_code, value }: z.output<typeof money>): Said | undefined {
  if (!listed.includes(currency_code)) return unprocessable('INVALID_CURRENCY_CODE');
  const places = value.split('.')[1]?.length ?? 0;
  if (places > 0 && ['HUF', 'JPY', 'TWD'].includes(currency_code)) return unprocessable('DECIMALS_NOT_SUPPORTED');
  if (places > 2) return unprocessable('DECIMAL_PRECISION');
  return Number(value) > 0 ? undefined : unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE');
}
