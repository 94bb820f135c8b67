import type { Row } from '@doorwright/crds';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

/** A key in the api's answer. */
export interface CertKey {
  kid: string;
  state: 'signing' | 'published' | 'retired';
  cryptoAlgorithm: string;
  /** The end of its certificate. */
  expireTime: string;
  /** The time when a retired key leaves the JWKS. Empty for other keys. */
  notAfter: string;
}

export const isExpired = ({ expireTime }: CertKey) => Date.parse(expireTime) <= Date.now();

/** Each change of the cert can change its keys. */
export const keysQuery = ({ owner, name, version }: Row) =>
  queryOptions({
    queryKey: ['cert', 'keys', String(name), version],
    queryFn: async ({ signal }) =>
      (await call<CertKey[]>('get-cert-keys', { query: { id: `${owner}/${name}` }, signal })).data,
    // Without the previous data, the page would jump at each save.
    placeholderData: (before) => before,
  });
