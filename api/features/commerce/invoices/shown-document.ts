import type { Invoice } from '@doorwright/crds/kinds/invoice.ts';
import { invoiceDocuments } from '@doorwright/crds/options/payment.ts';
import { currencies } from '@doorwright/crds/values/currencies.ts';
import { priceOf } from '@doorwright/crds/values/money.ts';
import { z } from 'zod';
import type { CommerceDeps } from '../deps.ts';
import { documentAddress } from './document-address.ts';

const money = (about: string) => z.number().describe(about);

/** An invoice or a credit note as clients get it. */
export const shownDocument = z.object({
  number: z.string(),
  type: z.enum(invoiceDocuments),
  createdTime: z.string().describe('When it was issued.'),
  payment: z.string().describe('Name of the payment at that time.'),
  corrects: z.string().describe('Number of the invoice that a credit note corrects.'),
  currency: z.enum(currencies),
  net: money('Amount without tax.'),
  tax: money('The tax.'),
  gross: money('Amount with tax.'),
  url: z.string().describe('Address of the PDF.'),
});

export function showDocument({ config }: CommerceDeps, { name, currency, net, tax, gross, ...facts }: Invoice) {
  const price = (amount: number) => priceOf({ amount, currency });
  return shownDocument.parse({
    ...{ ...facts, number: name, currency, url: documentAddress(config, name) },
    ...{ net: price(net), tax: price(tax), gross: price(gross) },
  });
}
