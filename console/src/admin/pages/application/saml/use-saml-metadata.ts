import type { Row } from '@doorwright/crds';
import { useQuery } from '@tanstack/react-query';

interface SamlMetadata {
  xml: string;
  entityId: string;
  /** PEM of the key that signs now. */
  certificate: string;
}

const pem = (base64: string) =>
  `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`;

async function readMetadata(id: string, signal: AbortSignal): Promise<SamlMetadata> {
  const response = await fetch(`/api/saml/metadata?application=${encodeURIComponent(id)}`, { signal });
  const xml = await response.text();
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
  const [certificate] = root.getElementsByTagNameNS('http://www.w3.org/2000/09/xmldsig#', 'X509Certificate');
  const entityId = root.getAttribute('entityID');
  // A cert without an RSA key has no metadata.
  if (!entityId || !certificate) throw new Error('no metadata');
  return { xml, entityId, certificate: pem(certificate.textContent ?? '') };
}

/** The metadata of the saved application. */
export const useSamlMetadata = ({ owner, name, version }: Row) =>
  useQuery({
    queryKey: ['saml-metadata', owner, name, version],
    queryFn: ({ signal }) => readMetadata(`${owner}/${name}`, signal),
    retry: false,
  });
