import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, decimal, text } from '../field.ts';
import { currencies } from './product.ts';

export const paymentTypes = ['Alipay', 'WeChat Pay', 'PayPal', 'GC'] as const;
export const invoiceTypes = ['Individual', 'Organization'] as const;

/** A purchase and its state. */
export const payment = defineKind({
  kind: 'Payment',
  about: 'A purchase and its state.',
  owner: 'admin',
  tenant: 'organization',
  sealedBy: 'invoiceUrl',
  reserved: { state: ['Paid'] },
  reservedWith: [
    ...['organization', 'user', 'provider', 'type', 'productName', 'productDisplayName', 'detail', 'tag'],
    ...['currency', 'price', 'state'],
  ],
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
      about: 'Provider of the payment.',
      refers: { kind: 'provider', by: 'name', onDelete: 'keep', loose: true },
    }),
    type: text('Type', { about: 'Payment method, for example PayPal.' }),
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
      about: 'Name of the product.',
      refers: { kind: 'product', by: 'name', onDelete: 'keep', loose: true },
    }),
    productDisplayName: text('Product display name', { about: 'Display name of the product.' }),
    detail: text('Detail', { about: 'Description of the product in one line.' }),
    tag: text('Tag', { about: 'Tag of the product.' }),
    currency: choice('Currency', currencies, { about: 'Currency of the price.', initial: 'USD' }),
    price: decimal('Price', { about: 'Amount to pay.' }),
    payUrl: text('Pay URL', { about: 'URL where the buyer pays.', max: 2000, control: 'url' }),
    returnUrl: text('Return URL', { about: 'URL to which the buyer returns.', max: 1000, control: 'url' }),
    state: text('State', {
      about: 'Created until the provider responds, Paid after the payment. All other states are failures.',
      initial: 'Created',
    }),
    message: text('Message', { about: 'Message of the provider.', max: 1000 }),
    personName: text('Person name', { about: 'Name of the person the invoice is for.' }),
    personIdCard: text('Person ID card', { about: "Number of the person's identity card." }),
    personEmail: text('Person email', { about: "The person's email address." }),
    personPhone: text('Person phone', { about: "The person's phone number." }),
    invoiceType: choice('Invoice type', invoiceTypes, {
      about: 'Recipient of the invoice.',
      initial: 'Individual',
    }),
    invoiceTitle: text('Invoice title', { about: 'Name on the invoice.' }),
    invoiceTaxId: text('Invoice tax ID', { about: 'Tax number of the organization on the invoice.' }),
    invoiceRemark: text('Invoice remark', { about: 'Remark on the invoice.', max: 50 }),
    invoiceUrl: text('Invoice URL', { about: 'URL of the issued invoice.', max: 255, control: 'url' }),
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
    shown: ['name', 'user', 'price', 'currency', 'state'],
  },
  form: [
    {
      tab: 'Payment',
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
    { tab: 'Invoice', title: 'Person', fields: ['personName', 'personIdCard', 'personEmail', 'personPhone'] },
    {
      tab: 'Invoice',
      title: 'Invoice',
      fields: ['invoiceType', 'invoiceTitle', 'invoiceTaxId', 'invoiceRemark', 'invoiceUrl'],
    },
  ],
  formless: ['user', 'productName', 'detail', 'tag', 'payUrl', 'returnUrl'],
  state: 'state',
});

export type Payment = z.infer<typeof payment.schema>;
