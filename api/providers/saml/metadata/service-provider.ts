import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { refusedBy } from '../../oauth/sign-in-service.ts';
import { bindings, formats, ns } from '../names.ts';
import { childrenNamed, readXml, textIn } from '../xml/read.ts';
import { around, entityIn } from './entities.ts';
import { certificatesFor } from './key-descriptors.ts';
import { validityOf } from './validity.ts';

/** The members of a service provider that its metadata say. */
export type ServiceProviderFacts = Omit<SamlServiceProvider, 'signs' | 'idpInitiated'>;

const addressOf = (element: Element) => element.getAttribute('Location')?.trim() ?? '';
const isWeb = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

/** The addresses for responses by a form. The default comes first, and then the order is that of the indexes. */
function acsUrlsOf(role: Element): string[] {
  const services = childrenNamed(role, ns.metadata, 'AssertionConsumerService').filter(
    (each) => each.getAttribute('Binding') === bindings.POST && isWeb(addressOf(each)),
  );
  const place = (each: Element) =>
    /^(true|1)$/.test(each.getAttribute('isDefault') ?? '') ? -1 : Number(each.getAttribute('index') ?? 0);
  const found = [...new Set(services.sort((one, other) => place(one) - place(other)).map(addressOf))];
  if (found.length === 0) throw refusedBy('the metadata have no address for responses by the POST binding');
  return found.slice(0, 20);
}

const soap = 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP';

function signOutOf(role: Element): Pick<SamlServiceProvider, 'sloUrl' | 'sloBinding'> {
  const services = childrenNamed(role, ns.metadata, 'SingleLogoutService').filter((each) => isWeb(addressOf(each)));
  for (const [sloBinding, binding] of Object.entries({ ...bindings, SOAP: soap })) {
    const found = services.find((each) => each.getAttribute('Binding') === binding);
    if (found) return { sloUrl: addressOf(found), sloBinding: sloBinding as SamlServiceProvider['sloBinding'] };
  }
  return { sloUrl: '', sloBinding: 'Redirect' };
}

function formatOf(role: Element): SamlServiceProvider['nameIdFormat'] {
  const wanted = childrenNamed(role, ns.metadata, 'NameIDFormat').map(textIn);
  const known = Object.entries(formats).filter(([, format]) => wanted.includes(format));
  const first = known.sort(([, one], [, other]) => wanted.indexOf(one) - wanted.indexOf(other))[0]?.[0];
  return (first as SamlServiceProvider['nameIdFormat'] | undefined) ?? 'emailAddress';
}

/** Reads the metadata of a service provider (SAML Metadata 2.0, 2.4.4), within the bounds of a message. */
export function readServiceProvider({
  text,
  entityId,
  now,
}: {
  text: string;
  entityId: string;
  now: Date;
}): ServiceProviderFacts {
  const { entity, role } = entityIn(readXml(text), entityId, 'SPSSODescriptor');
  const name = entity.getAttribute('entityID') ?? '';
  if (!name || name.length > 1_000) throw refusedBy('the metadata have no entity id');
  validityOf([...around(role)], now);
  return {
    entityId: name,
    acsUrls: acsUrlsOf(role),
    nameIdFormat: formatOf(role),
    certificates: certificatesFor(role, 'signing').join('\n'),
    requireSignedRequests: /^(true|1)$/.test(role.getAttribute('AuthnRequestsSigned') ?? ''),
    encryptionCertificate: certificatesFor(role, 'encryption')[0] ?? '',
    ...signOutOf(role),
  };
}
