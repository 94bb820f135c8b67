import type { Row } from '@doorwright/crds';
import { useIssuer } from '../../use-issuer.ts';
import { useSamlMetadata } from '../use-saml-metadata.ts';
import type { Ours } from './saml-service.ts';

const bodyOf = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '');

/** Our values for a service provider, of the saved application. Those of the metadata come later than the others. */
export function useOurValues(object: Row): Partial<Record<Ours, string>> {
  const origin = useIssuer();
  const { data } = useSamlMetadata(object);
  const parts = [object.owner, object.name].map(String);
  const path = parts.map(encodeURIComponent).join('/');
  return {
    ...(origin && {
      signOn: `${origin}/login/saml/authorize/${path}`,
      signOut: `${origin}/login/saml/logout/${path}`,
      metadataUrl: `${origin}/api/saml/metadata?application=${encodeURIComponent(parts.join('/'))}`,
    }),
    ...(data && {
      entityId: data.entityId,
      certificate: data.certificate,
      certificateBody: bodyOf(data.certificate),
      metadata: data.xml,
    }),
  };
}
