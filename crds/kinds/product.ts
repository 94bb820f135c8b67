import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, decimal, integer, references, text } from '../field.ts';

export const currencies = ['USD', 'CNY'] as const;
export const productStates = ['Published', 'Draft'] as const;

/** An article that users can buy. */
export const product = defineKind({
  kind: 'Product',
  about: 'Something that can be bought.',
  owner: 'admin',
  tenant: 'platform',
  access: { list: 'anyone', get: 'anyone', add: 'globalAdmin', update: 'globalAdmin', delete: 'globalAdmin' },
  fields: {
    displayName: text('Display name', { about: 'Name shown to buyers.' }),
    description: text('Description', { about: 'A few words about it.', max: 1000 }),
    image: text('Image', { about: 'Address of its picture.', max: 500, control: 'image' }),
    detail: text('Detail', { about: 'One line about it.' }),
    tag: text('Tag', { about: 'What sort of product it is.' }),
    currency: choice('Currency', currencies, { about: 'Currency of the price.', initial: 'USD' }),
    price: decimal('Price', { about: 'Price of one.', initial: 0 }),
    quantity: integer('Quantity', { about: 'How many there are in stock.' }),
    sold: integer('Sold', { about: 'How many were sold.' }),
    providers: references('Payment providers', {
      about: 'Ways to pay for it: names of providers of category Payment.',
      max: 20,
      refers: { kind: 'provider', by: 'name', onDelete: 'refuse', having: ['category', 'Payment'] },
    }),
    returnUrl: text('Return URL', { about: 'Where buyers go after paying.', max: 1000, control: 'url' }),
    state: choice('State', productStates, { about: 'Published is for sale, Draft is not.', initial: 'Published' }),
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
  },
  form: [
    { title: 'Product', fields: ['name', 'displayName', 'description', 'image', 'tag', 'detail'] },
    { title: 'Sale', fields: ['currency', 'price', 'quantity', 'sold', 'providers', 'returnUrl', 'state'] },
  ],
});

export type Product = z.infer<typeof product.schema>;
