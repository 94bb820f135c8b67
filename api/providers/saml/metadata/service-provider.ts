import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { refusedBy } from '../../oauth/sign-in-service.ts';
import { bindings, formats, ns } from '../names.ts';
import { childrenNamed, readXml, textIn } from '../xml/read.ts';
import { around, entityIn } from './entities.ts';
import { certificatesFor } from './key-descriptors.ts';
import { validityOf } from './validity.ts';

/** The members of a service provider that its metadata say. */
export type ServiceProviderFacts = Omit<SamlServiceProvider, 'signs' | 'idpInitiated'>;

/** As many as the model takes. */
const mostAddresses = 20;

const addressOf = (element: Element) => element.getAttribute('Location')?.trim() ?? '';
const isWeb = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

const saysOf = (element: Element, name: string) => element.getAttribute(name)?.trim() ?? '';

/** The default (SAML Metadata 2.0, 2.2.3): the first one that says so, or the first one that does not deny it, or the first one. */
const defaultOf = (services: readonly Element[]) =>
  services.find((each) => /^(true|1)$/.test(saysOf(each, 'isDefault'))) ??
  services.find((each) => !/^(false|0)$/.test(saysOf(each, 'isDefault'))) ??
  services[0];

function indexOf(element: Element): number | undefined {
  const said = saysOf(element, 'index');
  return /^\d{1,5}$/.test(said) && Number(said) <= 65_535 ? Number(said) : undefined;
}

/** The addresses for responses by a form, the default first, and the indexes that requests name them by. */
function acsOf(role: Element): Pick<SamlServiceProvider, 'acsUrls' | 'acsIndexes'> {
  const services = childrenNamed(role, ns.metadata, 'AssertionConsumerService').filter(
    (each) => each.getAttribute('Binding') === bindings.POST && isWeb(addressOf(each)),
  );
  const first = defaultOf(services);
  if (!first) throw refusedBy('the metadata have no address for responses by the POST binding');
  const place = (each: Element) => (each === first ? -1 : (indexOf(each) ?? Number.POSITIVE_INFINITY));
  const ordered = services.toSorted((one, other) => place(one) - place(other));
  const acsUrls = [...new Set(ordered.map(addressOf))].slice(0, mostAddresses);
  const byIndex = new Map<number, string>();
  for (const each of services) {
    const index = indexOf(each);
    if (index !== undefined && !byIndex.has(index) && acsUrls.includes(addressOf(each)))
      byIndex.set(index, addressOf(each));
  }
  const acsIndexes = Array.from(byIndex, ([index, url]) => ({ index, url }));
  return { acsUrls, acsIndexes: acsIndexes.toSorted((one, other) => one.index - other.index).slice(0, mostAddresses) };
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
    ...acsOf(role),
    nameIdFormat: formatOf(role),
    certificates: certificatesFor(role, 'signing').join('\n'),
    requireSignedRequests: /^(true|1)$/.test(role.getAttribute('AuthnRequestsSigned') ?? ''),
    encryptionCertificate: certificatesFor(role, 'encryption')[0] ?? '',
    ...signOutOf(role),
  };
}
