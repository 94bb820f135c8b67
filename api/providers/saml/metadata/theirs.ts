import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { refusedBy } from '../../oauth/sign-in-service.ts';
import { bindings, formats, ns } from '../names.ts';
import { refuseRepeatedIds, signatureOf } from '../response/shape.ts';
import { verified } from '../response/verify.ts';
import { childrenNamed, readXml, textIn } from '../xml/read.ts';
import { around, entityIn } from './entities.ts';
import { certificatesFor } from './key-descriptors.ts';
import { type Validity, validityOf } from './validity.ts';

/** The fields of a provider that metadata fill. */
export const metadataFields = [
  'issuerUrl',
  'endpoint',
  'requestBinding',
  'idP',
  'nameIdFormat',
  'enableSignAuthnRequest',
] as const;

export type MetadataFacts = Pick<Provider, (typeof metadataFields)[number]>;

export interface ReadMetadata extends Validity {
  facts: MetadataFacts;
}

interface Asked {
  text: string;
  /** The entity id to look for. Empty for the only one. */
  issuer: string;
  /** The certificates of their signature. Empty if they need none. */
  signers: string;
  /** The binding to keep, if the identity provider has it. */
  binding: Provider['requestBinding'];
  now: Date;
}

/** The root as parsed from the signed text, or as it came. Only a signature over the whole document shows that nothing was left out. */
function trustedRoot({ text, signers }: Asked): Element {
  const root = readXml(text);
  if (!signers) return root;
  refuseRepeatedIds(root);
  if (!signatureOf(root)) throw refusedBy('the metadata are not signed');
  return verified(text, root, { idP: signers, allowSha1: false }).element;
}

/** The address for requests. Browsers go there, so an address with another scheme would run. */
function signOnOf(role: Element, wanted: Provider['requestBinding']) {
  const services = childrenNamed(role, ns.metadata, 'SingleSignOnService');
  const offered = (['Redirect', 'POST'] as const).flatMap((binding) => {
    const service = services.find((each) => each.getAttribute('Binding') === bindings[binding]);
    const endpoint = service?.getAttribute('Location')?.trim() ?? '';
    return /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '') ? [{ requestBinding: binding, endpoint }] : [];
  });
  const found = offered.find(({ requestBinding }) => requestBinding === wanted) ?? offered[0];
  if (!found) throw refusedBy('the metadata have no sign-on address for the redirect or POST binding');
  return found;
}

/** The certificates for signatures. */
function certificatesOf(role: Element): string {
  const certificates = certificatesFor(role, 'signing');
  if (certificates.length === 0) throw refusedBy('the metadata have no RSA certificate for signatures');
  return certificates.join('\n');
}

/** The steadiest format first: a persistent id is never passed on, and a transient one needs a mapped attribute. */
function formatOf(role: Element): Provider['nameIdFormat'] {
  const offered = childrenNamed(role, ns.metadata, 'NameIDFormat').map(textIn);
  const known = ['persistent', 'emailAddress', 'unspecified', 'transient'] as const;
  return known.find((name) => offered.includes(formats[name])) ?? '';
}

/**
 * Reads metadata of an identity provider (SAML Metadata 2.0). The XML has the limits of a response. What other elements say is not needed.
 */
export function readMetadata(asked: Asked): ReadMetadata {
  const root = trustedRoot(asked);
  const { entity, role } = entityIn(root, asked.issuer);
  const issuerUrl = entity.getAttribute('entityID') ?? '';
  if (!issuerUrl || issuerUrl.length > 500) throw refusedBy('the metadata have no entity id');
  return {
    facts: {
      issuerUrl,
      ...signOnOf(role, asked.binding),
      idP: certificatesOf(role),
      nameIdFormat: formatOf(role),
      enableSignAuthnRequest: /^(true|1)$/.test(role.getAttribute('WantAuthnRequestsSigned') ?? ''),
    },
    ...validityOf([...around(role)], asked.now),
  };
}
