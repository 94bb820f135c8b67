import { allGranted, leftBehind } from '@doorwright/crds/derive/granted.ts';
import type { ApiId, ObjectState } from '../../api/declared-api.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { idWithin, memoryKey, tenantId } from '../core/api-id.ts';
import type { Finish } from '../core/finish.ts';
import { stoppedReader } from '../core/memory.ts';
import { isPlatform } from '../core/namespace-rights.ts';
import { apiName, type Declared, isObserved } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { isRightful, isRuling, rulersOfClaim } from '../references/owners.ts';
import { type ResolvedReference, resolveReferences } from '../references/references.ts';
import type { Fields } from './desired-fields.ts';
import type { Rules } from './rules.ts';
import { type Switch, switchOff, switchOnAgain } from './switch-off.ts';
import { writeFields } from './write-fields.ts';

const organizationKind = 'Organization';

interface Situation {
  object: Declared;
  references: readonly ResolvedReference[];
  /** A tenant's object as the API has it. The spec may name another organization by now. */
  state: ObjectState | undefined;
}

/**
 * Takes away what others no longer permit. It runs wherever a pass stops early, because a tenant can stop its own passes: by a
 * missing Secret, a spec that the API refuses, a pause, or a deletion that cannot finish.
 */
export async function withdraw(
  rules: Rules,
  { object, now }: Pick<Pass<Declared>, 'object' | 'now'>,
  services: Services,
  { onlyTakes = false } = {},
): Promise<Finish> {
  const isTenant = !isPlatform(services.rights, object.metadata.namespace);
  // The platform's objects are not written while their resources are paused or observe.
  if (!isTenant && (onlyTakes || isObserved(object) || object.status?.externalId === undefined)) return {};
  if (isTenant && !rules.leave && !rules.stops && allGranted(rules.kind).length === 0) return {};
  const signal = AbortSignal.timeout(15_000);
  const references = resolveReferences(rules.kind, object, services.controller);
  const id = isTenant ? tenantId(rules, object, services) : idWithin(rules, object, services);
  const state = isTenant ? await readOwn(rules, id, object, { services, signal }) : undefined;
  if (isTenant && !state) return {};
  const situation = { object, references, state };
  const toggle = switchOf(rules, situation, services, { now, mayStart: !onlyTakes && !isObserved(object) });
  const fields: Fields = {
    ...(state ? beyondGrants(rules, situation, state, services) : withoutGrants(references)),
    ...(isTenant && rules.leave?.(object, services)),
    ...(toggle && { isEnabled: toggle.isEnabled }),
  };
  const isAlready = state && Object.entries(fields).every(([field, value]) => isSame(state.object[field], value));
  const written =
    isAlready || Object.keys(fields).length === 0
      ? { id: `${id.owner}/${id.name}`, isOurs: true, hasChanged: false }
      : await writeFields(id, object, fields, { signal }, services);
  return toggle?.finish(written) ?? {};
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The object as the last stopped pass read it, unless there is news since. */
async function readOwn(
  { kind }: Rules,
  id: ApiId,
  { metadata }: Declared,
  { services: { api, memory }, signal }: { services: Services; signal: AbortSignal },
): Promise<ObjectState | undefined> {
  const key = memoryKey(id);
  const reader = stoppedReader(metadata.uid);
  const known = memory.settledAs(key, reader);
  if (known) return known.state;
  const news = memory.newsOf(key);
  const state = await api.read(id, signal);
  // The resource that created the object checks its grants.
  if (state?.origin?.name !== metadata.name) return undefined;
  const fields = ['organization', 'isEnabled', ...Object.keys(leftBehind(kind))];
  const object = Object.fromEntries(fields.map((field) => [field, state.object[field]]));
  memory.look(key, reader, { fingerprint: '', etag: state.etag, state: { ...state, object } }, news);
  return state;
}

/** The reference to the object's organization, if that organization permits the resource now. */
function giverOf({ object, references, state }: Situation, { controller: { kinds } }: Services) {
  return references.find((reference) => {
    const referent = kinds.get(reference) as Declared | undefined;
    if (!referent || reference.kind !== organizationKind || reference.isWeak) return false;
    const isIt = state === undefined || apiName(referent) === state.object.organization;
    const isOpen =
      reference.finding === 'Resolved' ||
      (reference.finding === 'NotReady' && !isObserved(referent) && isRuling(referent) && isRightful(referent, kinds));
    return isIt && isOpen && referent.metadata.uid !== object.metadata.uid;
  });
}

/** Choices in the API that are wider than granted. An organization grants all choices of a spec together, or none. */
function beyondGrants(rules: Rules, situation: Situation, state: ObjectState, services: Services): Fields {
  const { namespace } = situation.object.metadata;
  const giver = giverOf(situation, services);
  // A namespace holds all rights over its own organizations.
  if (giver?.namespace === namespace) return {};
  const { spec } = situation.object;
  return Object.fromEntries(
    allGranted(rules.kind).flatMap(({ member, choices }) => {
      const granted = giver ? (spec[member] ?? choices[0]) : choices[0];
      return choices.indexOf(state.object[member]) > choices.indexOf(granted) ? [[member, granted]] : [];
    }),
  );
}

/** The same for the platform's resources, whose objects are as their specs say. */
const withoutGrants = (references: readonly ResolvedReference[]): Fields =>
  Object.fromEntries(
    references
      .filter(({ isDenied }) => isDenied)
      .flatMap(({ asks }) => asks.map(({ member, choices: [narrowest] }) => [member, narrowest])),
  );

/** The resources of the object's organization: the referenced ones and the ruling one. */
function organizationsOf({ references, state }: Situation, { controller: { kinds } }: Services): Declared[] {
  const named = references
    .filter(({ kind, isWeak }) => kind === organizationKind && !isWeak)
    .flatMap((reference) => (kinds.get(reference) as Declared | undefined) ?? []);
  if (!state) return named;
  const name = String(state.object.organization);
  const claim = memoryKey({ kind: 'organization', owner: 'admin', name });
  return [...named.filter((each) => apiName(each) === name), ...rulersOfClaim(claim, kinds)];
}

/** The switch of the object, if it has to change. */
function switchOf(
  { kind, stops }: Rules,
  situation: Situation,
  services: Services,
  { now, mayStart }: { now: number; mayStart: boolean },
): Switch | undefined {
  if (!stops || kind.tenant !== 'organization') return undefined;
  const { object, references, state } = situation;
  const isDenied = references.some((reference) => reference.isDenied);
  const isOutside = state
    ? giverOf(situation, services) === undefined
    : references.some((reference) => reference.isDenied && reference.kind === organizationKind);
  const organizations = isOutside ? organizationsOf(situation, services) : [];
  if (stops(object, { isDenied, isOutside, organizations })) return switchOff(object, now);
  return mayStart && isDenied ? switchOnAgain(object) : undefined;
}
