import { bindings } from '../../../providers/saml/names.ts';
import type { SamlKey } from '../keys.ts';

/** SHA-256, or SHA-512 for a cert that says so. */
export const algorithmFor = ({ isLong }: SamlKey): string =>
  `http://www.w3.org/2001/04/xmldsig-more#rsa-${isLong ? 'sha512' : 'sha256'}`;

/**
 * Signs the root of a document, whose first child is its issuer. samlify signs what an XPath finds, in the canonical form that every service
 * provider knows. Its own templates are not used: they name one audience and one class of sign-in, and every attribute has one value.
 */
export async function signRoot(xml: string, key: SamlKey): Promise<string> {
  const { SamlLib } = await import('samlify');
  return SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    referenceTagXPath: '/*',
    privateKey: key.privateKey,
    signatureAlgorithm: algorithmFor(key),
    signingCert: key.base64,
    isBase64Output: false,
    signatureConfig: { prefix: 'ds', location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' } },
  });
}

const enc11 = 'http://www.w3.org/2009/xmlenc11#';
const bare = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '');

/** samlify needs complete parties. Only the algorithms of one and the certificate of the other count here. Its types lack the algorithms. */
const settings = {
  entityID: 'us',
  singleSignOnService: [{ Binding: bindings.Redirect, Location: 'https://us.invalid' }],
  singleLogoutService: [{ Binding: bindings.Redirect, Location: 'https://us.invalid' }],
  isAssertionEncrypted: true,
  dataEncryptionAlgorithm: `${enc11}aes256-gcm`,
  keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
};

/** Encrypts the assertion in a response with AES-256-GCM. samlify's default is CBC, which anybody on the way can change. */
export async function encryptAssertion(response: string, certificate: string): Promise<string> {
  const { IdentityProvider, SamlLib, ServiceProvider } = await import('samlify');
  const them = ServiceProvider({
    entityID: 'them',
    assertionConsumerService: [{ Binding: bindings.POST, Location: 'https://them.invalid' }],
    encryptCert: bare(certificate),
  });
  return Buffer.from(await SamlLib.encryptAssertion(IdentityProvider(settings), them, response), 'base64').toString();
}
