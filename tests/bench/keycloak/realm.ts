import type { Keycloak } from '../../harness/keycloak/distribution.ts';

export const person = { username: 'nora', password: 'nora-of-keycloak', email: 'nora@post.example' };
export const oidcClient = { clientId: 'doorwright', secret: 'secret-of-the-bench' };
export const idpInitiatedName = 'shop';

/** A token lasts for a minute, so each call gets its own. */
export async function tokenOf({ url, adminPassword }: Keycloak): Promise<string> {
  const form = { grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: adminPassword };
  const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`Keycloak gave no token: ${answer.status}`);
  return token;
}

/** The administration of Keycloak over REST. */
const administration =
  (keycloak: Keycloak) =>
  async (path: string, body: unknown, type = 'application/json') => {
    const token = await tokenOf(keycloak);
    const response = await fetch(`${keycloak.url}/admin/realms${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Keycloak answered ${response.status} for ${path || '/'}: ${text}`);
    return text ? JSON.parse(text) : undefined;
  };

const mapper = (name: string, property: string) => ({
  name,
  protocol: 'saml',
  protocolMapper: 'saml-user-property-mapper',
  config: { 'user.attribute': property, 'attribute.name': name, 'attribute.nameformat': 'Basic' },
});

interface Wanted {
  realm: string;
  callback: string;
  /** Our own metadata, which Keycloak reads. */
  metadata: string;
}

/** A realm with a person, a client of OpenID Connect, and a client of SAML that Keycloak makes from our metadata. */
export async function makeRealm(keycloak: Keycloak, { realm, callback, metadata }: Wanted): Promise<void> {
  const post = administration(keycloak);
  await post('', { realm, enabled: true });
  const { username, email, password } = person;
  await post(`/${realm}/users`, {
    ...{ username, email, emailVerified: true, enabled: true, firstName: 'Nora', lastName: 'Helmer' },
    credentials: [{ type: 'password', value: password, temporary: false }],
  });
  await post(`/${realm}/clients`, { ...oidcClient, redirectUris: [callback], standardFlowEnabled: true });
  const read = await post(`/${realm}/client-description-converter`, metadata, 'application/xml');
  await post(`/${realm}/clients`, {
    ...read,
    attributes: {
      ...read.attributes,
      'saml.client.signature': 'true',
      'saml.assertion.signature': 'true',
      'saml.server.signature': 'true',
      'saml.encrypt': 'true',
      saml_force_name_id_format: 'false',
      saml_idp_initiated_sso_url_name: idpInitiatedName,
    },
    protocolMappers: [mapper('uid', 'username'), mapper('email', 'email'), mapper('givenName', 'firstName')],
  });
}
