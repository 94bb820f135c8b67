import { refusedBy } from '../../oauth/sign-in-service.ts';
import { ns } from '../names.ts';
import { childrenNamed, elementsOf, is } from '../xml/read.ts';

export interface Entity {
  entity: Element;
  /** Its part as an identity provider or service provider of SAML 2.0. */
  role: Element;
}

type Role = 'IDPSSODescriptor' | 'SPSSODescriptor';

const roleOf = (entity: Element, role: Role): Element | undefined =>
  childrenNamed(entity, ns.metadata, role).find((each) =>
    (each.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(ns.protocol),
  );

/** The elements around a part of the metadata, from the part itself to the root. */
export function* around(element: Element): Generator<Element> {
  for (let each: Node | null = element; each?.nodeType === 1; each = each.parentNode) yield each as Element;
}

/** Only groups may stand around an entity. In an extension it would be somebody else's. */
const isListed = (entity: Element) =>
  [...around(entity)].slice(1).every((each) => is(each, ns.metadata, 'EntitiesDescriptor'));

const words: Record<Role, string> = { IDPSSODescriptor: 'identity provider', SPSSODescriptor: 'service provider' };

/** The identity provider or service provider of a name, or the only one. A federation lists many. */
export function entityIn(root: Element, wanted: string, kind: Role = 'IDPSSODescriptor'): Entity {
  if (!is(root, ns.metadata, 'EntityDescriptor') && !is(root, ns.metadata, 'EntitiesDescriptor'))
    throw refusedBy('the XML is no SAML metadata');
  const entities = [...elementsOf(root)].filter((each) => is(each, ns.metadata, 'EntityDescriptor') && isListed(each));
  const found = entities.flatMap((entity) => {
    const role = roleOf(entity, kind);
    return role ? [{ entity, role }] : [];
  });
  const named = wanted ? found.filter(({ entity }) => entity.getAttribute('entityID') === wanted) : found;
  const [first, second] = named;
  if (!first)
    throw refusedBy(
      wanted ? `the metadata do not describe ${wanted}` : `the metadata describe no ${words[kind]} of SAML 2.0`,
    );
  if (second) throw refusedBy(`the metadata describe several ${words[kind]}s; enter the entity id of one first`);
  return first;
}
