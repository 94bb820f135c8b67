import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { problemOfWebAddress } from '@doorwright/crds/values/redirect-uris.ts';
import type { Plan } from '../plan/plan.ts';
import type { Client } from '../representation.ts';
import { commonFields } from './common-fields.ts';
import type { MappedClient } from './read-oidc-client.ts';
import { readAddresses } from './redirect-uris.ts';
import { readAttributes } from './saml-attributes.ts';

const isOn = ({ attributes }: Client, name: string) => attributes[name] === 'true';

const formats: Readonly<Record<string, SamlServiceProvider['nameIdFormat']>> = {
  ...{ username: 'unspecified', email: 'emailAddress', persistent: 'persistent', transient: 'transient' },
};

const asPem = (base64: string | undefined) =>
  base64
    ? `-----BEGIN CERTIFICATE-----\n${
        base64
          .replaceAll(/-----[A-Z ]+-----|\s/g, '')
          .match(/.{1,64}/g)
          ?.join('\n') ?? ''
      }\n-----END CERTIFICATE-----`
    : '';

/** Keycloak signs the response, the assertion, both, or nothing. Nothing is impossible here. */
function signedParts(client: Client): SamlServiceProvider['signs'] {
  const [response, assertion] = [isOn(client, 'saml.server.signature'), isOn(client, 'saml.assertion.signature')];
  return response === assertion ? 'both' : response ? 'response' : 'assertion';
}

const signOuts = [
  ['saml_single_logout_service_url_redirect', 'Redirect'],
  ['saml_single_logout_service_url_post', 'POST'],
  ['saml_single_logout_service_url_soap', 'SOAP'],
] as const;

function signOutOf({ attributes }: Client): Pick<SamlServiceProvider, 'sloUrl' | 'sloBinding'> {
  const [name, sloBinding] = signOuts.find(([each]) => attributes[each]) ?? signOuts[0];
  return { sloUrl: attributes[name] ?? '', sloBinding };
}

/** The mappers of a client, with those of the scope that each client of SAML has. */
function mappersOf({ realm }: Plan, client: Client) {
  const scopes = realm.clientScopes.filter(
    ({ name, protocol }) => protocol === 'saml' && client.defaultClientScopes.includes(name),
  );
  const own = new Set(client.protocolMappers.map(({ name }) => name));
  const ofScopes = scopes.flatMap(({ protocolMappers }) => protocolMappers.filter(({ name }) => !own.has(name)));
  // Organizations in an organization do not exist, so a mapper that tells of them tells nothing.
  return [
    ...client.protocolMappers,
    ...ofScopes.filter((each) => each.protocolMapper !== 'saml-organization-membership-mapper'),
  ];
}

const acsAttributes = ['saml_assertion_consumer_url_post', 'saml_assertion_consumer_url_redirect'];

/** A client of SAML as an application with one service provider. */
export function readSamlClient(plan: Plan, client: Client): MappedClient {
  const wanted = [...acsAttributes.map((name) => client.attributes[name] ?? ''), ...client.redirectUris];
  const { taken, patterns, refused } = readAddresses(client, wanted);
  const acsUrls = taken.filter((each) => problemOfWebAddress(each, true) === undefined);
  // The address for responses by POST comes first: it is the default.
  const first = acsAttributes.map((name) => readAddresses(client, [client.attributes[name] ?? '']).taken[0]);
  const ordered = [...new Set([...first.filter((each) => each !== undefined), ...acsUrls])];
  if (ordered.length === 0)
    return { fields: undefined, lost: [['the whole client', 'it has no exact address for responses']] };
  const requireSignedRequests = isOn(client, 'saml.client.signature');
  const nameIdFormat = formats[client.attributes.saml_name_id_format ?? 'username'] ?? 'unspecified';
  const certificates = asPem(client.attributes['saml.signing.certificate']);
  const { attributes, lost } = readAttributes(mappersOf(plan, client));
  const provider: Partial<SamlServiceProvider> = {
    ...{ entityId: client.clientId, acsUrls: ordered, nameIdFormat, signs: signedParts(client), certificates },
    requireSignedRequests: requireSignedRequests && certificates !== '',
    encryptionCertificate: isOn(client, 'saml.encrypt') ? asPem(client.attributes['saml.encryption.certificate']) : '',
    ...signOutOf(client),
    idpInitiated: (client.attributes.saml_idp_initiated_sso_url_name ?? '') !== '',
  };
  return {
    fields: {
      ...commonFields(plan, client),
      ...{ grantTypes: ['authorization_code'], redirectUris: [], samlIssuer: 'application' },
      ...{ samlServiceProviders: [provider], samlAttributes: attributes },
      allowHttpRedirects: ordered.some((each) => problemOfWebAddress(each, false) !== undefined),
    },
    lost: [
      ...(patterns.length > 0
        ? [[`addresses for responses ${patterns.join(', ')}`, 'they must match exactly; add each one'] as const]
        : []),
      ...(refused.length > 0
        ? [[`addresses ${refused.join(', ')}`, 'they are no complete web addresses'] as const]
        : []),
      ...(nameIdFormat === 'persistent'
        ? [['persistent name IDs', 'users have other ones here, so the service provider sees them as new'] as const]
        : []),
      ...(lost.length > 0
        ? [[`mappers ${lost.join(', ')}`, 'no attribute of an assertion has this source'] as const]
        : []),
      ...(isOn(client, 'saml.artifact.binding')
        ? [['responses by artifact', 'they go through the browser'] as const]
        : []),
    ],
  };
}
