import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { acsPath } from '@doorwright/crds/providers/callback.ts';
import { attributeOfXml } from '../../../core/xml-text.ts';
import type { OwnKey } from '../../oauth/sign-in-service.ts';
import { bindings, ns } from '../names.ts';

/** The address for responses, which is our entity id too (Casdoor 2022). */
export const acsOf = (redirectUri: string): string => new URL(acsPath, redirectUri).href;

interface Ours {
  acs: string;
  key: OwnKey;
  signs: boolean;
}

/** This installation as samlify knows it. */
export async function ourParty({ acs, key: { certificate, privateKey }, signs }: Ours) {
  const { Constants, ServiceProvider } = await import('samlify');
  return ServiceProvider({
    entityID: acs,
    assertionConsumerService: [{ Binding: bindings.POST, Location: acs }],
    authnRequestsSigned: signs,
    wantAssertionsSigned: true,
    signingCert: certificate,
    encryptCert: certificate,
    privateKey,
    encPrivateKey: privateKey,
    requestSignatureAlgorithm: Constants.algorithms.signature.RSA_SHA256,
  });
}

type Theirs = Pick<Provider, 'issuerUrl' | 'endpoint'>;

/** The identity provider as samlify knows it. Metadata of our own making keeps what its own could change out of requests. */
export async function theirParty({ issuerUrl, endpoint }: Theirs, signs: boolean) {
  const { IdentityProvider } = await import('samlify');
  return IdentityProvider({
    metadata: `<md:EntityDescriptor xmlns:md="${ns.metadata}" entityID="${attributeOfXml(issuerUrl)}">
<md:IDPSSODescriptor WantAuthnRequestsSigned="${signs}" protocolSupportEnumeration="${ns.protocol}">
${Object.values(bindings)
  .map((binding) => `<md:SingleSignOnService Binding="${binding}" Location="${attributeOfXml(endpoint)}"/>`)
  .join('\n')}
</md:IDPSSODescriptor></md:EntityDescriptor>`,
  });
}
