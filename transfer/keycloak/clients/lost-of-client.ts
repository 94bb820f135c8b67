import { isOwnScope } from '../plan/own-parts.ts';
import type { Client } from '../representation.ts';

/** Mappers that Keycloak adds to each client with a service account. */
const ownMappers = new Set(['Client ID', 'Client Host', 'Client IP Address']);

/** Attributes that say how a client of OpenID Connect works. An empty one, or one with the usual value, loses nothing. */
const attributes: Readonly<Record<string, readonly [usual: string, why: string]>> = {
  'frontchannel.logout.url': ['', 'applications learn of a sign-out by the back channel'],
  'oidc.ciba.grant.enabled': ['false', 'there is no such grant'],
  'standard.token.exchange.enabled': ['false', 'there is no such grant'],
  'tls.client.certificate.bound.access.tokens': ['false', 'tokens are bound by DPoP'],
  'access.token.signed.response.alg': ['', 'the cert of the application decides the algorithm'],
  'id.token.signed.response.alg': ['', 'the cert of the application decides the algorithm'],
  'id.token.encrypted.response.alg': ['', 'tokens are signed, not encrypted'],
  'user.info.response.signature.alg': ['', 'the cert of the application decides the algorithm'],
  'request.object.required': ['not required', 'the application decides to send request objects'],
  'acr.loa.map': ['{}', 'the levels of sign-in are those of this product'],
  'default.acr.values': ['', 'the levels of sign-in are those of this product'],
  policyUri: ['', 'applications have terms of use alone'],
  login_theme: ['', 'applications have pictures and texts of their own'],
};

/** What a client loses, apart from its addresses and credentials. */
export function* lostOfClient(client: Client): Iterable<[what: string, why: string]> {
  for (const { name, protocolMapper } of client.protocolMappers.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (!ownMappers.has(name))
      yield [
        `mapper "${name}" (${protocolMapper})`,
        'tokens have the claims of their scopes, and roles and groups by name',
      ];
  const scopes = [...client.defaultClientScopes, ...client.optionalClientScopes]
    .filter((each) => !isOwnScope(each))
    .sort();
  if (scopes.length > 0) yield [`client scopes ${scopes.join(', ')}`, 'applications have the scopes of OpenID Connect'];
  if (!client.fullScopeAllowed) yield ['limits of the roles in tokens', 'tokens tell all roles of the user'];
  if (client.consentRequired) yield ['consents that users gave', 'the application asks them again'];
  if (client.authorizationServicesEnabled)
    yield ['authorization settings', 'write them as permissions and models of the organization'];
  if (Object.keys(client.authenticationFlowBindingOverrides).length > 0)
    yield ['its own authentication flow', 'the application has settings for methods and the second factor'];
  for (const [name, [usual, why]] of Object.entries(attributes)) {
    const value = client.attributes[name];
    if (value && value !== usual) yield [`${name} ${value}`.slice(0, 200), why];
  }
}
