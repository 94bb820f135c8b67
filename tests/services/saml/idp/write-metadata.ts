const md = 'urn:oasis:names:tc:SAML:2.0:metadata';
const binding = 'urn:oasis:names:tc:SAML:2.0:bindings';

export interface Described {
  entityId: string;
  endpoint: string;
  certificates: readonly string[];
  wantsSigned?: boolean;
  bindings?: readonly string[];
  formats?: readonly string[];
  /** More attributes of the entity, such as validUntil. */
  attributes?: string;
}

const keyOf = (certificate: string) =>
  `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

/** Metadata as Keycloak and AD FS write them: with more bindings and formats than anybody needs. */
export const writeMetadata = ({
  entityId,
  endpoint,
  certificates,
  wantsSigned = false,
  bindings = ['HTTP-POST', 'HTTP-Redirect', 'SOAP'],
  formats = ['SAML:2.0:nameid-format:transient', 'SAML:2.0:nameid-format:persistent'],
  attributes = '',
}: Described): string =>
  `<md:EntityDescriptor xmlns:md="${md}" ID="_metadata" entityID="${entityId}" ${attributes}><md:IDPSSODescriptor WantAuthnRequestsSigned="${wantsSigned}" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates.map(keyOf).join('')}${formats.map((each) => `<md:NameIDFormat>urn:oasis:names:tc:${each}</md:NameIDFormat>`).join('')}${bindings.map((each) => `<md:SingleSignOnService Binding="${binding}:${each}" Location="${endpoint}"/>`).join('')}</md:IDPSSODescriptor></md:EntityDescriptor>`;
