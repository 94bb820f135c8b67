import type { z } from 'zod';
import { productDeclared } from '../declared/product.ts';
import { defineKind } from '../define.ts';
import { choice, decimal, integer, references, text } from '../field.ts';
import { currencies } from '../values/currencies.ts';
import { amountOf } from '../values/money.ts';

export const productStates = ['Published', 'Draft'] as const;

/** An article that users can buy. */
export const product = defineKind({
  kind: 'Product',
  about: 'An item for sale.',
  owner: 'admin',
  tenant: 'platform',
  access: { list: 'anyone', get: 'anyone', add: 'globalAdmin', update: 'globalAdmin', delete: 'globalAdmin' },
  check: ({ price, currency }) =>
    amountOf(price, currency) === undefined ? [{ path: 'price', code: 'price-too-fine', params: { currency } }] : [],
  fields: {
    displayName: text('Display name', { about: 'Name shown to buyers.' }),
    description: text('Description', { about: 'Short description.', max: 1000 }),
    image: text('Image', { about: 'URL of its picture.', max: 500, control: 'image' }),
    detail: text('Detail', { about: 'Description in one line.' }),
    tag: text('Tag', { about: 'Tag of the product.' }),
    currency: choice('Currency', currencies, { about: 'Currency of the price.', initial: 'USD' }),
    price: decimal('Price', { about: 'Price of one.', initial: 0 }),
    quantity: integer('Quantity', {
      about: 'Pieces in stock. An order takes one, and an order that nobody pays gives it back.',
    }),
    sold: integer('Sold', {
      about: 'Pieces sold. A payment adds one, and a payment whose whole price went back takes one away.',
    }),
    providers: references('Payment providers', {
      about: 'Names of the payment providers for this product.',
      max: 20,
      refers: { kind: 'provider', by: 'name', onDelete: 'refuse', having: ['category', 'Payment'] },
    }),
    returnUrl: text('Return URL', { about: 'URL to which buyers return after payment.', max: 1000, control: 'url' }),
    state: choice('State', productStates, {
      about: 'Published products are for sale. Drafts are not.',
      initial: 'Published',
    }),
  },
  starts: {
    displayName: 'New Product - {random}',
    currency: 'USD',
    price: 300,
    quantity: 99,
    sold: 10,
    state: 'Published',
  },
  list: {
    columns: [
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'image', cell: 'image' },
      { field: 'tag', search: true },
      { field: 'currency', search: true },
      { field: 'price', search: true },
      { field: 'quantity', search: true },
      { field: 'sold', search: true },
      { field: 'state', search: true },
      { field: 'providers', search: true, cell: 'tags' },
    ],
    shown: ['name', 'displayName', 'price', 'currency', 'state'],
  },
  declared: productDeclared,
  form: [
    { title: 'Product', fields: ['name', 'displayName', 'description', 'image', 'tag', 'detail'] },
    { title: 'Sale', fields: ['currency', 'price', 'quantity', 'sold', 'providers', 'returnUrl', 'state'] },
  ],
  state: 'state',
});

export type Product = z.infer<typeof product.schema>;
