import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, decimal, flag, integer, moment, text } from '../field.ts';
import { invoiceTypes, paymentStates } from '../options/payment.ts';
import { payment as channels } from '../providers/payment/index.ts';
import { currencies } from '../values/currencies.ts';
import { amountOf } from '../values/money.ts';

const paymentTypes = channels.map(({ type }) => type);

/** A purchase and its state. */
export const payment = defineKind({
  kind: 'Payment',
  about: 'A purchase and its state.',
  owner: 'admin',
  tenant: 'organization',
  sealedBy: 'invoiceUrl',
  reserved: [
    ...['organization', 'user', 'provider', 'type', 'productName', 'productDisplayName', 'detail', 'tag', 'currency'],
    ...['price', 'payUrl', 'returnUrl', 'state', 'message', 'confirmation', 'invoiceUrl'],
  ],
  check: ({ price, currency }) =>
    amountOf(price, currency) === undefined ? [{ path: 'price', code: 'price-too-fine', params: { currency } }] : [],
  unique: [['openOrder'], ['renewalCycle']],
  lookups: [
    ['state', 'askTime'],
    ['organization', 'user', 'createdTime'],
    ['invoiceNumber'],
    ['subscription', 'periodStart'],
    ['renewalId', 'renewalAskTime'],
  ],
  access: {
    list: 'organizationAdmin',
    get: 'self',
    add: 'globalAdmin',
    update: 'organizationAdmin',
    delete: 'globalAdmin',
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
    plan: text('Plan', {
      about: 'Plan that the order is for, as owner/name.',
      max: 201,
      serverSet: true,
      refers: { kind: 'plan', by: 'id', onDelete: 'keep', loose: true },
    }),
    pricing: text('Pricing', {
      about: 'Pricing that offered the plan, as owner/name.',
      max: 201,
      serverSet: true,
      refers: { kind: 'pricing', by: 'id', onDelete: 'keep', loose: true },
    }),
    period: text('Period', { about: 'Period of the plan: month or year.', serverSet: true }),
    subscription: text('Subscription', {
      about: 'Subscription that the order has prolonged, as owner/name.',
      max: 201,
      serverSet: true,
      refers: { kind: 'subscription', by: 'id', onDelete: 'keep', loose: true },
    }),
    credit: integer('Credit', {
      about: 'Worth of the rest of the plan before, in the smallest unit. The price is lower by it.',
      max: Number.MAX_SAFE_INTEGER,
      serverSet: true,
    }),
    creditUntil: moment('Credit until', { about: 'End of the paid time that the credit is for.', serverSet: true }),
    periodStart: moment('Period from', { about: 'Begin of the paid period.', serverSet: true }),
    periodEnd: moment('Period until', {
      about: 'End of the paid period. Empty while the order gives none.',
      serverSet: true,
    }),
    isRenewing: flag('Renews', { about: 'The buyer has chosen that the plan renews by itself.', serverSet: true }),
    renewalOf: text('Renewal of', {
      about: 'Payment of the first period, if the service took this one by itself.',
      serverSet: true,
      refers: { kind: 'payment', by: 'name', onDelete: 'keep', loose: true },
    }),
    renewalId: text('Subscription at the vendor', {
      about: "The vendor's own ID of the subscription that renews.",
      max: 200,
      serverSet: true,
    }),
    renewalCycle: text('Cycle at the vendor', {
      about: 'Type of the vendor, and its own ID of the paid cycle. Each cycle is one payment.',
      max: 320,
      serverSet: true,
    }),
    renewalAskTime: moment('Next question about the renewal', {
      about: 'When the vendor is asked about its subscription again. Empty after the end.',
      serverSet: true,
    }),
    renewalAsked: integer('Questions about the renewal', {
      about: 'How often the vendor was asked since its last answer.',
      serverSet: true,
    }),
    productDisplayName: text('Product display name', { about: 'Display name of the product.' }),
    detail: text('Detail', { about: 'Description of the product in one line.' }),
    tag: text('Tag', { about: 'Tag of the product.' }),
    currency: choice('Currency', currencies, { about: 'Currency of the price.', initial: 'USD' }),
    price: decimal('Price', { about: 'Amount to pay.' }),
    payUrl: text('Pay URL', { about: 'URL where the buyer pays.', max: 2000, control: 'url' }),
    returnUrl: text('Return URL', { about: 'URL to which the buyer returns.', max: 1000, control: 'url' }),
    state: choice('State', paymentStates, {
      about: 'Created until the provider responds, Paid after the payment, Refunded when all money went back.',
      initial: 'Created',
    }),
    message: text('Message', { about: 'Message of the provider.', max: 1000 }),
    amount: integer('Amount', {
      about: 'The price in the smallest unit of its currency.',
      max: Number.MAX_SAFE_INTEGER,
      serverSet: true,
    }),
    refundedAmount: integer('Refunded', {
      about: 'Money that went back to the buyer, in the smallest unit of the currency.',
      max: Number.MAX_SAFE_INTEGER,
      serverSet: true,
    }),
    vendorId: text('ID at the vendor', { about: "The vendor's own ID of the order.", max: 200, serverSet: true }),
    expireTime: moment('Payable until', { about: 'End of the time to pay.', serverSet: true }),
    paidTime: moment('Paid time', { about: 'When the payment arrived.', serverSet: true }),
    qrText: text('QR code', { about: 'Text of the QR code with which the buyer pays.', max: 1000, serverSet: true }),
    payScript: text('Script parameters', {
      about: "Parameters for the vendor's script in the browser of its app, as JSON.",
      max: 2000,
      serverSet: true,
    }),
    isByHand: flag('By hand', {
      about: 'A person has set the state or the price. Totals leave the payment out, unless somebody confirms it.',
      serverSet: true,
    }),
    confirmation: text('Confirmation', {
      about: 'Reason why a payment by hand counts in totals and may have an invoice.',
      max: 500,
    }),
    holdsStock: flag('Holds stock', { about: 'The order has taken a piece from the stock.', serverSet: true }),
    openOrder: text('Open order', {
      about: 'Buyer, product and provider, while the order waits.',
      max: 500,
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    askTime: moment('Next question', { about: 'When the vendor is asked again.', serverSet: true }),
    askedTime: moment('Page asks again', { about: 'When a waiting page may ask the vendor again.', serverSet: true }),
    asked: integer('Questions', { about: 'How often the vendor was asked.', serverSet: true }),
    language: text('Language', { about: 'Language of the buyer.', serverSet: true }),
    invoiceCountry: text('Invoice country', {
      about: "Country of the invoice's recipient, whose rules the data follow. Empty means China.",
      max: 2,
      control: 'country',
    }),
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
    invoiceAddress: text('Invoice address', {
      about: "Postal address of the invoice's recipient, where the country wants one.",
      max: 300,
      control: 'textarea',
    }),
    invoiceRemark: text('Invoice remark', { about: 'Remark on the invoice.', max: 50 }),
    invoiceUrl: text('Invoice URL', { about: 'URL of the issued invoice.', max: 255, control: 'url' }),
    invoiceNumber: text('Invoice number', { about: 'Number of the issued invoice.', serverSet: true }),
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
      { field: 'isByHand', cell: 'switch', badge: { when: true, text: 'By hand', tone: 'warning' } },
    ],
    shown: ['name', 'user', 'price', 'currency', 'state'],
    orders: [
      ...['organization', 'user', 'name', 'createdTime', 'provider', 'type', 'productDisplayName', 'price', 'currency'],
      'state',
    ],
  },
  form: [
    {
      tab: 'Payment',
      title: 'Payment',
      fields: [
        'organization',
        'user',
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
      tab: 'Invoice',
      title: 'Person',
      fields: ['invoiceCountry', 'personName', 'personIdCard', 'personEmail', 'personPhone'],
    },
    {
      tab: 'Invoice',
      title: 'Invoice',
      fields: ['invoiceType', 'invoiceTitle', 'invoiceTaxId', 'invoiceAddress', 'invoiceRemark', 'invoiceUrl'],
    },
    { tab: 'Timeline', title: 'Timeline', fields: [] },
    { tab: 'Refunds', title: 'Refunds', fields: [] },
  ],
  formless: ['productName', 'detail', 'tag', 'payUrl', 'returnUrl', 'confirmation'],
  state: 'state',
});

export type Payment = z.infer<typeof payment.schema>;
