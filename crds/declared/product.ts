import { declare } from '../declare.ts';

export const productDeclared = declare({
  shortName: 'dwprod',
  // Payments count it.
  omits: ['sold'],
  // Each order takes a piece, so the stock of an existing product is no matter of its resource.
  initial: ['quantity'],
  references: { providers: 'providerRefs' },
  required: ['displayName', 'price'],
  columns: [
    { name: 'Price', type: 'string', jsonPath: '.spec.price', about: 'Price of one.' },
    { name: 'Currency', type: 'string', jsonPath: '.spec.currency', about: 'Currency of the price.' },
    { name: 'State', type: 'string', jsonPath: '.spec.state', about: 'Whether it is for sale.' },
  ],
  deletionPolicy: 'Delete',
  platformOnly: 'its money goes to the account of the platform',
});
