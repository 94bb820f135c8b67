import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { referencesIn } from '@doorwright/crds/derive/spec-walk.ts';
import { queueKeyOf, referenceTo } from '../runtime/kinds.ts';
import type { KubernetesObject } from '../runtime/kubernetes-object.ts';
import type { QueueKey } from '../runtime/pace/queue.ts';
import { namespaces } from '../runtime/resource.ts';
import { permits, type Referrer } from './references/consent.ts';
import { consented, isRightful } from './references/owners.ts';
import { isUsable, refersTo, resolveReferences } from './references/references.ts';
import { apiName, type Declared, isObserved } from './resource.ts';
import type { Rules } from './rules.ts';
import type { Services } from './services.ts';
import { isPlatform } from './standing.ts';

/** The kind whose objects are organizations. */
const organizationKind = 'Organization';

const kindOf = (object: Declared, { controller }: Services) =>
  (controller.kinds.of(object.kind).reconciler as { kind?: DeclaredKind }).kind;

/** What a spec names. */
const keysNamed = (kind: DeclaredKind, { metadata, spec }: Declared): QueueKey[] =>
  referencesIn(kind, spec).map(({ kind: to, reference }) => ({
    kind: to,
    namespace: reference.namespace ?? metadata.namespace,
    name: reference.name,
  }));

/** A namespace as those see it who say whom they let. */
function referrerIn(namespace: string, { controller }: Services): Referrer {
  return { namespace, labels: controller.namespaces.get({ namespace: '', name: namespace })?.metadata.labels ?? {} };
}

const lets = ({ metadata: { namespace }, spec: { allowedReferrers } }: Declared, referrer: Referrer): boolean =>
  permits({ namespace, allowedReferrers }, referrer);

/** For every organization: the platform says so, by letting all namespaces refer to it. */
const isForAll = ({ metadata, spec }: Declared, services: Services): boolean =>
  isPlatform(services.standing, metadata.namespace) &&
  (spec.allowedReferrers ?? []).some(({ namespaces: { from } }) => from === 'All');

/** A tenant's object is for those organizations alone that let the tenant's namespace, or live in it. */
function isWilling(organization: Declared, namespace: string, services: Services): boolean {
  if (isPlatform(services.standing, namespace) || organization.metadata.namespace === namespace) return true;
  const referrer = referrerIn(namespace, services);
  return lets(organization, referrer) && consented(organization, referrer, services.controller.kinds);
}

/** The organizations of what refers to the object with its leave. Each is judged once, however many of its resources refer. */
function referringOrganizations(object: Declared, services: Services): Declared[] {
  const { controller } = services;
  const found = new Map<string, Declared>();
  for (const referrer of controller.kinds.referrers(queueKeyOf(object)) as Declared[]) {
    const kind = kindOf(referrer, services);
    const keys = kind ? keysNamed(kind, referrer).filter((key) => key.kind === organizationKind) : [];
    if (!kind || keys.every((key) => found.has(referenceTo(key))) || !refersTo(referrer, object, controller)) continue;
    for (const to of resolveReferences(kind, referrer, controller)) {
      const organization = controller.kinds.get(to) as Declared | undefined;
      if (organization && to.kind === organizationKind && !to.isWeak && to.finding === 'Resolved')
        found.set(referenceTo(to), organization);
    }
  }
  return [...found.values()];
}

/** Whom an object with an audience is for, as the consent of its resource has it. */
export function audienceOf(
  object: Declared,
  services: Services,
): { audience: 'all' | 'named'; organizations: string[] } {
  if (isForAll(object, services)) return { audience: 'all', organizations: [] };
  const { namespace } = object.metadata;
  const isLet = new Map<string, boolean>();
  const livesWhereLet = ({ metadata: { namespace: home } }: Declared) => {
    if (!isLet.has(home)) isLet.set(home, lets(object, referrerIn(home, services)));
    return isLet.get(home) === true;
  };
  const all = [...services.controller.kinds.of(organizationKind).store.values()] as Declared[];
  const found = [
    ...all.filter((each) => livesWhereLet(each) && isUsable(each) && isRightful(each, services.controller.kinds)),
    ...referringOrganizations(object, services),
  ].filter((organization) => isWilling(organization, namespace, services));
  return { audience: 'named', organizations: [...new Set(found.map(apiName))].sort() };
}

/** What refers to an organization may bring it into the audience of what else it refers to. */
function namedBeside(changed: Declared, services: Services): Declared[] {
  const { kinds } = services.controller;
  const referrers = changed.kind === organizationKind ? (kinds.referrers(queueKeyOf(changed)) as Declared[]) : [];
  return [changed, ...referrers].flatMap((each) => {
    const kind = kindOf(each, services);
    return (kind ? keysNamed(kind, each) : []).flatMap((key) => (kinds.get(key) as Declared | undefined) ?? []);
  });
}

/** The objects of a kind whose audience a change of an organization, of what names them, or of a namespace may change. */
function concernedBy(kind: string, changed: KubernetesObject, services: Services): Declared[] {
  const ours = () => [...services.controller.kinds.of(kind).store.values()] as Declared[];
  const isNarrow = (object: Declared) => !isForAll(object, services);
  if (changed.kind === namespaces.kind) return ours().filter(isNarrow);
  const named = namedBeside(changed as Declared, services).filter((each) => each.kind === kind && isNarrow(each));
  if (changed.kind !== organizationKind) return named;
  const home = referrerIn(String(changed.metadata.namespace), services);
  return [...named, ...ours().filter((object) => isNarrow(object) && lets(object, home))];
}

/** A kind with an audience: no member of the spec says it, it follows from the resource's consent and from who refers to it. */
export const audience: Pick<Rules, 'fields' | 'finish' | 'concernedBy'> = {
  fields: async ({ object }, _pass, services) => ({
    // What is only looked at is compared in what its resource says.
    fields: isObserved(object) ? {} : { ...audienceOf(object, services) },
  }),
  finish: async ({ fields }) => {
    const { audience, organizations } = fields as Partial<ReturnType<typeof audienceOf>>;
    return { facts: { audience, organizations: audience === 'named' ? (organizations ?? []).length : undefined } };
  },
  concernedBy,
};
