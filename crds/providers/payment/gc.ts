import type { TypeDescription } from '../description.ts';

export const gc = {
  type: 'GC',
  offered: false,
  logo: { letters: 'GC', color: '#6b4226' },
  uses: ['clientId', 'clientSecret', 'cert', 'host'],
  terms: { host: 'gateway' },
  required: ['clientId', 'clientSecret', 'host'],
  secrets: { clientSecret: { fields: ['host'] } },
} as const satisfies TypeDescription;
