import { createPrivateKey, randomBytes } from 'node:crypto';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { attributeOfXml, textOfXml } from '../../../core/xml-text.ts';
import { type Begun, type OwnKey, refusedBy, type Visit } from '../../oauth/sign-in-service.ts';
import { bindings, formats, ns } from '../names.ts';
import { acsOf, ourParty, theirParty } from './parties.ts';

/** The page of ours that posts a request to an identity provider. */
export const postingPath = '/api/post-saml-request';

interface Asked {
  id: string;
  acs: string;
  provider: Provider;
  now: Date;
}

/** samlify's own template always asks for a format, which many identity providers refuse. */
function authnRequest({ id, acs, provider: { endpoint, nameIdFormat }, now }: Asked): string {
  const format = nameIdFormat && ` Format="${formats[nameIdFormat]}"`;
  return `<samlp:AuthnRequest xmlns:samlp="${ns.protocol}" xmlns:saml="${ns.assertion}" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${attributeOfXml(endpoint)}" ProtocolBinding="${bindings.POST}" AssertionConsumerServiceURL="${attributeOfXml(acs)}"><saml:Issuer>${textOfXml(acs)}</saml:Issuer><samlp:NameIDPolicy${format} AllowCreate="true"/></samlp:AuthnRequest>`;
}

/** The key that signs requests and whose certificate our metadata shows. */
export async function signingKey(ownKeys: Visit['ownKeys']): Promise<OwnKey> {
  const [key] = await ownKeys();
  if (!key?.privateKey) throw refusedBy('the cert has no private key');
  if (createPrivateKey(key.privateKey).asymmetricKeyType !== 'rsa') throw refusedBy('the cert has no RSA key');
  return key;
}

/** Only browsers go to the endpoint. An address with another scheme would run there. */
function refuseOtherSchemes(endpoint: string): void {
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) throw refusedBy('the endpoint is not a web address');
}

/**
 * Sends a browser to an identity provider (SAML Profiles 2.0, 4.1.3). The state is the RelayState, which has at most 80 bytes (SAML
 * Bindings 2.0, 3.4.3). The id of the request comes back in the response.
 */
export async function beginSaml({ provider, redirectUri, state, now, ownKeys }: Visit): Promise<Begun> {
  refuseOtherSchemes(provider.endpoint);
  const { enableSignAuthnRequest: signs, requestBinding } = provider;
  const acs = acsOf(redirectUri);
  const id = `_${randomBytes(20).toString('hex')}`;
  const us = await ourParty({ acs, key: await signingKey(ownKeys), signs });
  const request = us.createLoginRequest(
    await theirParty(provider, signs),
    requestBinding === 'POST' ? 'post' : 'redirect',
    {
      relayState: state,
      customTagReplacement: () => ({ id, context: authnRequest({ id, acs, provider, now }) }),
    },
  );
  if (requestBinding === 'Redirect') return { address: request.context, kept: { id } };
  const address = new URL(`${postingPath}?${new URLSearchParams({ state })}`, acs).href;
  return { address, kept: { id, form: request.context, action: provider.endpoint } };
}
