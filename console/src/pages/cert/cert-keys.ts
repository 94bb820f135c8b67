import type { Row } from '@doorwright/crds';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

/** A key as the api tells it. */
export interface CertKey {
  kid: string;
  state: 'signing' | 'published' | 'retired';
  cryptoAlgorithm: string;
  /** When its certificate ends. */
  expireTime: string;
  /** When a retired key leaves the JWKS; empty for the others. */
  notAfter: string;
}

export const isExpired = ({ expireTime }: CertKey) => Date.parse(expireTime) <= Date.now();

/** Each change of the cert may be one of its keys. */
export const keysQuery = ({ owner, name, version }: Row) =>
  queryOptions({
    queryKey: ['cert', 'keys', String(name), version],
    queryFn: async ({ signal }) =>
      (await call<CertKey[]>('get-cert-keys', { query: { id: `${owner}/${name}` }, signal })).data,
    // Else the page would jump at each save.
    placeholderData: (before) => before,
  });
