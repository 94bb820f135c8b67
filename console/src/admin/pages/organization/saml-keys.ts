import { queryOptions } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

/** A key in the api's answer. A shared one has no values. */
export interface SamlKey {
  state: 'shared' | 'signing' | 'published' | 'retired';
  certificate: string;
  fingerprint: string;
  expireTime: string;
  /** The time when a retired key leaves the metadata. Empty for other keys. */
  notAfter: string;
}

export const keysKey = (organization: string) => ['organization', 'saml-keys', organization];

export const keysQuery = (organization: string) =>
  queryOptions({
    queryKey: keysKey(organization),
    queryFn: async ({ signal }) =>
      (await call<SamlKey[]>('get-saml-keys', { query: { id: `admin/${organization}` }, signal })).data,
  });
