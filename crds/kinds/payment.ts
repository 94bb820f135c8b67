import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, decimal, text } from '../field.ts';
import { currencies } from './product.ts';

export const paymentTypes = ['Alipay', 'WeChat Pay', 'PayPal', 'GC'] as const;
export const invoiceTypes = ['Individual', 'Organization'] as const;

/** A purchase and its state. */
export const payment = defineKind({
  kind: 'Payment',
  about: 'One purchase and what became of it.',
  owner: 'admin',
  tenant: 'organization',
  sealedBy: 'invoiceUrl',
  access: {
    list: 'organizationAdmin',
    get: 'self',
    add: 'organizationAdmin',
    update: 'organizationAdmin',
    delete: 'organizationAdmin',
  },
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    provider: text('Provider', {
      about: 'Payment provider.',
      refers: { kind: 'provider', by: 'name', onDelete: 'keep', loose: true },
    }),
    type: text('Type', { about: 'Way of paying, for example PayPal.' }),
    organization: text('Organization', {
      about: 'Organization of the buyer.',
      initial: 'built-in',
      refers: { kind: 'organization', by: 'name', onDelete: 'keep' },
    }),
    user: text('User', {
      about: 'Name of the buyer.',
      refers: { kind: 'user', by: 'name', ownerField: 'organization', onDelete: 'keep' },
    }),
    productName: text('Product', {
      about: 'What was bought.',
      refers: { kind: 'product', by: 'name', onDelete: 'keep', loose: true },
    }),
    productDisplayName: text('Product display name', { about: 'Name of the product as it was shown.' }),
    detail: text('Detail', { about: 'One line about the product.' }),
    tag: text('Tag', { about: 'Sort of product.' }),
    currency: choice('Currency', currencies, { about: 'Currency of the price.', initial: 'USD' }),
    price: decimal('Price', { about: 'What was to be paid.' }),
    payUrl: text('Pay URL', { about: 'Where the buyer pays.', max: 2000, control: 'url' }),
    returnUrl: text('Return URL', { about: 'Where the buyer goes afterwards.', max: 1000, control: 'url' }),
    state: text('State', {
      about: 'Created until the provider answers, Paid when it was paid; anything else is a failure.',
      initial: 'Created',
    }),
    message: text('Message', { about: 'What the provider said.', max: 1000 }),
    personName: text('Person name', { about: 'Name of the person the invoice is for.' }),
    personIdCard: text('Person ID card', { about: "Number of the person's identity card." }),
    personEmail: text('Person Email', { about: "The person's email address." }),
    personPhone: text('Person phone', { about: "The person's phone number." }),
    invoiceType: choice('Invoice type', invoiceTypes, {
      about: 'Whom the invoice is made out to.',
      initial: 'Individual',
    }),
    invoiceTitle: text('Invoice title', { about: 'Name on the invoice.' }),
    invoiceTaxId: text('Invoice tax ID', { about: 'Tax number of the organization on the invoice.' }),
    invoiceRemark: text('Invoice remark', { about: 'A few words on the invoice.', max: 50 }),
    invoiceUrl: text('Invoice URL', { about: 'Address of the invoice that was issued.', max: 255, control: 'url' }),
  },
  starts: {
    provider: 'provider_pay_paypal',
    type: 'PayPal',
    organization: 'built-in',
    user: '{caller}',
    currency: 'USD',
    price: 300,
    state: 'Paid',
  },
  list: {
    columns: [
      { field: 'organization', search: true, cell: 'link' },
      { field: 'user', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'date' },
      { field: 'provider', search: true, cell: 'link' },
      { field: 'type', filter: paymentTypes },
      { field: 'productDisplayName', search: true },
      { field: 'price', search: true },
      { field: 'currency', search: true },
      { field: 'state', search: true },
    ],
  },
  form: [
    {
      title: 'Payment',
      fields: [
        'organization',
        'name',
        'displayName',
        'provider',
        'type',
        'productDisplayName',
        'price',
        'currency',
        'state',
        'message',
      ],
    },
    {
      title: 'Invoice',
      fields: [
        'personName',
        'personIdCard',
        'personEmail',
        'personPhone',
        'invoiceType',
        'invoiceTitle',
        'invoiceTaxId',
        'invoiceRemark',
        'invoiceUrl',
      ],
    },
  ],
});

export type Payment = z.infer<typeof payment.schema>;
