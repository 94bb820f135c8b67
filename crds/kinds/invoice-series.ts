import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { integer, text } from '../field.ts';

/** The numbers of the invoices of one organization in one year. The row is locked while an invoice takes the next, so no number is missing. */
export const invoiceSeries = defineKind({
  kind: 'InvoiceSeries',
  plural: 'invoice-series',
  about: 'The last number of the invoices of an organization in a year.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    organization: text('Organization', { about: 'Name of the seller.' }),
    year: integer('Year', { about: 'Year of the invoices, by UTC.' }),
    last: integer('Last', { about: 'The last number.' }),
  },
});

export type InvoiceSeries = z.infer<typeof invoiceSeries.schema>;
