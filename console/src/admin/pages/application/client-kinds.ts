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

/** Where a program without files here usually listens: the loopback address of the guide. Its developer changes it. */
export const usualAddress: Partial<Record<ClientKind, string>> = { native: 'http://127.0.0.1:8250/callback' };

export const fieldsOfKind = (kind: ClientKind, address: string, entityId: string): Record<string, unknown> =>
  fields[kind](address, entityId);

/** No page is at such an address: an own scheme, or the number of the machine itself. A web address may also open an app. */
const opensProgram = (address: string) => /^(?!https?:)|^http:\/\/(127\.0\.0\.1|\[::1\])[:/]/.test(address);

/** Public clients keep no secret: pages and programs on people's own devices. */
const publicKinds: readonly ClientKind[] = ['single-page', 'native'];
export const isPublicKind = (kind: ClientKind) => publicKinds.includes(kind);

/** The kind of an application that exists. */
export function kindOf(application: Row): ClientKind {
  const listed = (field: string) => (application[field] ?? []) as string[];
  const has = (field: string) => listed(field).length > 0;
  const isPublic = application.clientType === 'public';
  if (isPublic && has('redirectUris')) return listed('redirectUris').every(opensProgram) ? 'native' : 'single-page';
  if (isPublic && listed('oauthFeatures').includes('device_authorization')) return 'native';
  if (has('redirectUris')) return 'web';
  if (has('samlServiceProviders')) return 'saml';
  if (has('casServices')) return 'cas';
  return listed('grantTypes').includes('client_credentials') ? 'machine' : 'web';
}
