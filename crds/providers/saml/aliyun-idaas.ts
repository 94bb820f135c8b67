import type { TypeDescription } from '../description.ts';

export const aliyunIdaas = {
  type: 'Aliyun IDaaS',
  offered: false,
  page: 'https://www.aliyun.com/product/idaas',
  logo: { letters: 'Al', color: '#b34700' },
  uses: ['enableSignAuthnRequest', 'metadata', 'endpoint', 'idP', 'issuerUrl', 'enableSignUp'],
  terms: { endpoint: 'signOnAddress' },
  required: ['endpoint', 'idP', 'issuerUrl'],
} as const satisfies TypeDescription;
