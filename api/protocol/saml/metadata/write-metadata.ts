import type { Application } from '@doorwright/crds/kinds/application.ts';
import { attributeOfXml } from '../../../core/xml-text.ts';
import { bindings, formats, ns } from '../../../providers/saml/names.ts';
import { issuerOf } from '../issuer.ts';
import type { SamlKey } from '../keys.ts';
import { pagePathOf, signOutAddressOf } from '../names.ts';

/** How often a service provider should read again, so that it knows the next key before that signs. */
const cacheDuration = 'PT6H';

/** Some libraries request the first one. */
const offered = [formats.emailAddress, formats.persistent, formats.transient, formats.unspecified];

const writeKey = ({ base64 }: SamlKey) =>
  `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${ns.signature}"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

/**
 * The metadata of the identity provider (SAML Metadata 2.0, 2.4.3). They are valid as long as the signing certificate, because many service
 * providers get them once, as a file, and stop at the end.
 */
export function writeMetadata(application: Application, keys: readonly SamlKey[], origin: string): string {
  const end = keys.find(({ signs }) => signs)?.certificate.validToDate;
  const validity = end ? ` validUntil="${end.toISOString()}"` : '';
  // If the attribute is there as false, some libraries sign nothing, even if they are configured to.
  const providers = application.samlServiceProviders;
  const isWanted = providers.length > 0 && providers.every(({ requireSignedRequests }) => requireSignedRequests);
  const wants = isWanted ? ' WantAuthnRequestsSigned="true"' : '';
  const page = attributeOfXml(`${origin}${pagePathOf(application)}`);
  const signOn = Object.values(bindings)
    .map((binding) => `<md:SingleSignOnService Binding="${binding}" Location="${page}"/>`)
    .join('');
  const ids = offered.map((format) => `<md:NameIDFormat>${format}</md:NameIDFormat>`).join('');
  const leaving = attributeOfXml(`${origin}${signOutAddressOf(application)}`);
  const signOut = Object.values(bindings)
    .map((binding) => `<md:SingleLogoutService Binding="${binding}" Location="${leaving}"/>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${ns.metadata}" entityID="${attributeOfXml(issuerOf(application, origin))}"${validity} cacheDuration="${cacheDuration}"><md:IDPSSODescriptor${wants} protocolSupportEnumeration="${ns.protocol}">${keys.map(writeKey).join('')}${signOut}${ids}${signOn}</md:IDPSSODescriptor></md:EntityDescriptor>
`;
}
