import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, integer, text } from '../field.ts';
import { invoiceDocuments, taxTreatments } from '../options/payment.ts';
import { currencies } from '../values/currencies.ts';

const amount = (title: string, about: string) => integer(title, { about, max: Number.MAX_SAFE_INTEGER });

/**
 * An invoice or a credit note. The name is its number, and the creation time that of its issue. The database refuses every change of a row
 * and of its PDF, which lies in the table `invoice_contents`.
 */
export const invoice = defineKind({
  kind: 'Invoice',
  about: 'An issued invoice or credit note.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  lookups: [['corrects']],
  fields: {
    organization: text('Organization', { about: 'Name of the seller at that time.' }),
    type: choice('Type', invoiceDocuments, { about: 'Invoice or credit note.', initial: 'invoice' }),
    payment: text('Payment', { about: 'Name of the payment at that time.' }),
    corrects: text('Corrects', { about: 'Number of the invoice that a credit note corrects.' }),
    refund: text('Refund', { about: 'ID of the repayment that a credit note is for. Empty if the vendor told of it.' }),
    country: text('Country', { about: "Country of the recipient, whose rules the buyer's data follow." }),
    language: text('Language', { about: 'Language of the document.' }),
    currency: choice('Currency', currencies, { about: 'Currency of the amounts.', initial: 'USD' }),
    net: amount('Net', 'Amount without tax, in the smallest unit of the currency.'),
    tax: amount('Tax', 'Tax in the smallest unit of the currency.'),
    gross: amount('Gross', 'Amount with tax, in the smallest unit of the currency.'),
    taxRate: integer('Tax rate', { about: 'Tax in hundredths of a percent.', max: 10_000 }),
    treatment: choice('Tax rule', taxTreatments, { about: 'The rule of the tax.', initial: 'included' }),
    seller: text('Seller', { about: 'Data of the seller, as JSON.', max: 5_000 }),
    buyer: text('Buyer', { about: 'Data of the buyer, as JSON.', max: 5_000 }),
    item: text('Item', { about: 'What was sold and how it was paid, as JSON.', max: 5_000 }),
    digest: text('Digest', { about: 'SHA-256 of the PDF.' }),
  },
});

export type Invoice = z.infer<typeof invoice.schema>;
