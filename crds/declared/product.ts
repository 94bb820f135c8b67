import type { Constraint } from '../constraint.ts';
import { declare } from '../declare.ts';
import { type Currency, currencies, exponents } from '../values/currencies.ts';
import { amountOf } from '../values/money.ts';

const withPlaces = (places: number) =>
  `[${currencies
    .filter((currency) => exponents[currency] === places)
    .map((currency) => `'${currency}'`)
    .join(', ')}]`;

const units = `(self.currency in ${withPlaces(0)} ? 1.0 : self.currency in ${withPlaces(3)} ? 1000.0 : 100.0)`;

/** A price of whole units is the number that is nearest to them. The api judges a price without a currency by the stored one. */
const priceConstraint: Constraint = {
  rule: `!has(self.currency) || [${units}].all(units, double(int(self.price * units + 0.5)) / units == self.price)`,
  message: 'price must not have more decimal places than its currency',
  member: 'price',
  holds: ({ price, currency }: { price: number; currency?: Currency }) =>
    !currency || amountOf(price, currency) !== undefined,
};

export const productDeclared = declare({
  shortName: 'dwprod',
  // Payments count it.
  omits: ['sold'],
  // Each order takes a piece, so the stock of an existing product is no matter of its resource.
  initial: ['quantity'],
  references: { providers: 'providerRefs' },
  required: ['displayName', 'price'],
  constraints: [priceConstraint],
  columns: [
    { name: 'Price', type: 'string', jsonPath: '.spec.price', about: 'Price of one.' },
    { name: 'Currency', type: 'string', jsonPath: '.spec.currency', about: 'Currency of the price.' },
    { name: 'State', type: 'string', jsonPath: '.spec.state', about: 'Whether it is for sale.' },
  ],
  deletionPolicy: 'Delete',
  platformOnly: 'its money goes to the account of the platform',
});
