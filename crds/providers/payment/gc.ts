import type { TypeDescription } from '../description.ts';

/** The key is part of a digest in each message. */
export const gc = {
  type: 'GC',
  offered: true,
  about:
    'Payments in CNY and electronic invoices through a GC gateway. It answers no questions and gives no money back.',
  logo: { letters: 'GC', color: '#6b4226' },
  uses: ['clientId', 'clientSecret', 'host'],
  terms: { clientId: 'merchantNumber', clientSecret: 'messageKey', host: 'gateway' },
  required: ['clientId', 'clientSecret', 'host'],
  secrets: { clientSecret: { fields: ['host'] } },
} as const satisfies TypeDescription;
