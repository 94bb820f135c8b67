import type { Row } from '@doorwright/crds';

/** What an application is, in the words of its developer. */
export const clientKinds = ['web', 'single-page', 'native', 'machine', 'saml', 'cas'] as const;
export type ClientKind = (typeof clientKinds)[number];

const withPeople = ['authorization_code', 'refresh_token'];

/** The fields of a kind. `address` is where people return, and `entityId` the name of a service provider. */
const fields: Record<ClientKind, (address: string, entityId: string) => Record<string, unknown>> = {
  web: (address) => ({ clientType: 'confidential', grantTypes: withPeople, redirectUris: [address] }),
  'single-page': (address) => ({ clientType: 'public', grantTypes: withPeople, redirectUris: [address] }),
  native: (address) => ({ clientType: 'public', grantTypes: withPeople, redirectUris: [address] }),
  machine: () => ({ clientType: 'confidential', grantTypes: ['client_credentials'], redirectUris: [] }),
  saml: (address, entityId) => ({ redirectUris: [], samlServiceProviders: [{ entityId, acsUrls: [address] }] }),
  cas: (address) => ({ redirectUris: [], casServices: [address] }),
};

export const fieldsOfKind = (kind: ClientKind, address: string, entityId: string): Record<string, unknown> =>
  fields[kind](address, entityId);

/** The kind of an application that exists. */
export function kindOf(application: Row): ClientKind {
  const has = (field: string) => Array.isArray(application[field]) && (application[field] as unknown[]).length > 0;
  if (has('redirectUris')) return application.clientType === 'public' ? 'single-page' : 'web';
  if (has('samlServiceProviders')) return 'saml';
  if (has('casServices')) return 'cas';
  return (application.grantTypes as string[]).includes('client_credentials') ? 'machine' : 'web';
}
