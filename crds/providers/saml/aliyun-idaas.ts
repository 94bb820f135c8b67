import type { TypeDescription } from '../description.ts';
import { samlFields } from './fields.ts';

export const aliyunIdaas = {
  ...samlFields,
  type: 'Aliyun IDaaS',
  about: 'An application of Aliyun IDaaS, by SAML 2.0.',
  page: 'https://www.aliyun.com/product/idaas',
  logo: { letters: 'Al', color: '#b34700' },
} as const satisfies TypeDescription;
