import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { referencesIn } from '@doorwright/crds/derive/spec-walk.ts';
import { isUserChange } from '../../runtime/changes.ts';
import { queueKeyOf, referenceTo } from '../../runtime/kinds.ts';
import type { KubernetesObject } from '../../runtime/kubernetes-object.ts';
import type { QueueKey } from '../../runtime/pace/queue.ts';
import { namespaces } from '../../runtime/resource.ts';
import type { Change } from '../../runtime/store.ts';
import { isPlatform } from '../core/namespace-rights.ts';
import { apiName, type Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { permits, type Referrer } from './consent.ts';
import { consented, isRightful } from './owners.ts';
import { isUsable, type ResolvedReference, refersTo, resolveReferences } from './references.ts';

const organizationKind = 'Organization';

const kindOf = (object: Declared, { controller }: Services) =>
  (controller.kinds.of(object.kind).reconciler as { kind?: DeclaredKind }).kind;

/** The references of a spec. */
const keysNamed = (kind: DeclaredKind, { metadata, spec }: Declared): QueueKey[] =>
  referencesIn(kind, spec).map(({ kind: to, reference }) => ({
    kind: to,
    namespace: reference.namespace ?? metadata.namespace,
    name: reference.name,
  }));

/** A namespace as a referrer of any kind. */
function referrerIn(namespace: string, { controller }: Services): Referrer {
  return { namespace, labels: controller.namespaces.get({ namespace: '', name: namespace })?.metadata.labels ?? {} };
}

const permitsReferrer = (
  { metadata: { namespace }, spec: { allowedReferrers } }: Declared,
  referrer: Referrer,
): boolean => permits({ namespace, allowedReferrers }, referrer);

/** The platform serves all organizations by permitting all namespaces. */
const isForAll = ({ metadata, spec }: Declared, services: Services): boolean =>
  isPlatform(services.rights, metadata.namespace) &&
  (spec.allowedReferrers ?? []).some(({ namespaces: { from } }) => from === 'All');

/**
 * A tenant's object serves organizations of its namespace, and those that permit its kind and namespace. The kind Application is
 * not enough: a mail server can read the codes that set new passwords.
 */
function isWilling(organization: Declared, { kind, metadata: { namespace } }: Declared, services: Services): boolean {
  if (isPlatform(services.rights, namespace) || organization.metadata.namespace === namespace) return true;
  const referrer = { ...referrerIn(namespace, services), kind };
  return permitsReferrer(organization, referrer) && consented(organization, referrer, services.controller.kinds);
}

/** The organizations of resources with a permitted reference to the object. Each is checked once. */
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

/** The audience of an object, from the consent of its resource. */
export function audienceOf(
  object: Declared,
  services: Services,
): { audience: 'all' | 'named'; organizations: string[] } {
  if (isForAll(object, services)) return { audience: 'all', organizations: [] };
  const isLet = new Map<string, boolean>();
  const livesWhereLet = ({ metadata: { namespace: home } }: Declared) => {
    if (!isLet.has(home)) isLet.set(home, permitsReferrer(object, referrerIn(home, services)));
    return isLet.get(home) === true;
  };
  const all = [...services.controller.kinds.of(organizationKind).store.values()] as Declared[];
  const found = [
    ...all.filter((each) => livesWhereLet(each) && isUsable(each) && isRightful(each, services.controller.kinds)),
    ...referringOrganizations(object, services),
  ].filter((organization) => isWilling(organization, object, services));
  return { audience: 'named', organizations: [...new Set(found.map(apiName))].sort() };
}

/** A resource with references to an organization and a provider may add the organization to the provider's audience. */
function namedBeside(changed: Declared, services: Services): Declared[] {
  const { kinds } = services.controller;
  const referrers = changed.kind === organizationKind ? (kinds.referrers(queueKeyOf(changed)) as Declared[]) : [];
  return [changed, ...referrers].flatMap((each) => {
    const kind = kindOf(each, services);
    return (kind ? keysNamed(kind, each) : []).flatMap((key) => (kinds.get(key) as Declared | undefined) ?? []);
  });
}

type Audience = ReturnType<typeof audienceOf>;

/** The audience that the last pass planned, and the one that the API has. */
interface Found {
  planned: Audience;
  applied?: Audience;
}

const found = new WeakMap<Services['memory'], Map<string, Found>>();

/** Audiences by the uid of the resource. */
export function foundBy({ memory }: Services): Map<string, Found> {
  const known = found.get(memory) ?? new Map();
  found.set(memory, known);
  return known;
}

const isSame = (a: Audience, b: Audience) =>
  a.audience === b.audience && a.organizations.join('/') === b.organizations.join('/');

/** Whether the audience differs from the planned one. */
function isNews(object: Declared, services: Services): boolean {
  const planned = foundBy(services).get(object.metadata.uid)?.planned;
  return planned === undefined || !isSame(planned, audienceOf(object, services));
}

/** The objects of a kind whose audience changes with another resource or a namespace. */
export function concernedBy(kind: string, change: Change<KubernetesObject>, services: Services): Declared[] {
  const { object: changed } = change;
  const isWish = change.type !== 'updated' || isUserChange(change.previous, changed);
  const isNarrow = (object: Declared) => !isForAll(object, services);
  const ours = () => [...services.controller.kinds.of(kind).store.values()] as Declared[];
  const isNarrowNews = (object: Declared) => isNarrow(object) && isNews(object, services);
  if (changed.kind === namespaces.kind) return isWish ? ours().filter(isNarrowNews) : [];
  // Readiness matters for organizations only.
  if (changed.kind !== organizationKind && !isWish) return [];
  const states = [changed, ...(change.type === 'updated' ? [change.previous] : [])] as Declared[];
  const named = states.flatMap((state) => namedBeside(state, services)).filter((each) => each.kind === kind);
  if (changed.kind !== organizationKind) return named.filter(isNarrowNews);
  const home = referrerIn(String(changed.metadata.namespace), services);
  return [...named, ...ours().filter((object) => isNarrow(object) && permitsReferrer(object, home))].filter(
    isNarrowNews,
  );
}

/** Wakes resources that waited for their organization to join the audience. */
export function wakeThoseWhoWait(object: Declared, { planned, applied }: Found, services: Services): void {
  // A new object wakes its referrers itself.
  const isNew = (name: string) => applied !== undefined && !applied.organizations.includes(name);
  const added = new Set(planned.organizations.filter(isNew));
  if (added.size === 0) return;
  const { kinds } = services.controller;
  for (const referrer of kinds.referrers(queueKeyOf(object)) as Declared[]) {
    const kind = kindOf(referrer, services);
    const isAdded = (key: QueueKey) => {
      const organization = key.kind === organizationKind ? (kinds.get(key) as Declared | undefined) : undefined;
      return organization !== undefined && added.has(apiName(organization));
    };
    if (kind && keysNamed(kind, referrer).some(isAdded)) services.controller.wake(queueKeyOf(referrer));
  }
}

/** Marks references to objects that do not serve the organization yet as not ready. */
export function withAudience(references: ResolvedReference[], services: Services): ResolvedReference[] {
  const organization = references.find(({ kind, isWeak }) => kind === organizationKind && !isWeak)?.object;
  if (organization === undefined) return references;
  return references.map((to) => {
    const referent = to.finding === 'Resolved' ? services.controller.kinds.get(to) : undefined;
    const applied = referent && foundBy(services).get(String(referent.metadata.uid))?.applied;
    // The API judges objects without a pass so far.
    if (!applied || applied.audience === 'all' || applied.organizations.includes(organization)) return to;
    const { object: _, ...rest } = to;
    return { ...rest, finding: 'NotReady', isOutside: true };
  });
}
