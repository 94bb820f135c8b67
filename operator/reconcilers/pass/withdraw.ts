import { allGranted, leftBehind } from '@doorwright/crds/derive/granted.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/is-declared.ts';
import type { ObjectState } from '../../api/declared-objects.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { idOf, idWithin, memoryKey, ofMaker, servingOnly } from '../core/api-id.ts';
import { type Finish, together } from '../core/finish.ts';
import { stoppedReader } from '../core/memory.ts';
import { isPlatform } from '../core/namespace-rights.ts';
import { originOf } from '../core/origin.ts';
import { type Declared, isObserved } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { resolveReferences } from '../references/references.ts';
import type { Fields } from './desired-fields.ts';
import { beyondGrants, heardOrganizations, switchOf, withoutGrants } from './lost-permissions.ts';
import type { Rules } from './rules.ts';
import { writeFields } from './write-fields.ts';

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
  const state = isTenant ? await readOwn(rules, object, services, signal) : undefined;
  if (isTenant && !state) return {};
  const id = state
    ? ofMaker(idOf(rules, object, services), state.origin, services.rights)
    : idWithin(rules, object, services);
  const situation = { object, references, state, organization: state && organizationIn(rules.kind, state) };
  const toggle = switchOf(rules, situation, services, { now, mayStart: !onlyTakes && !isObserved(object) });
  const left = isTenant ? rules.leave?.(object, services) : undefined;
  const fields: Fields = {
    ...(state ? beyondGrants(rules, situation, state, services) : withoutGrants(references)),
    ...left,
    ...toggle?.fields,
  };
  const isAlready = state && Object.entries(fields).every(([field, value]) => isSame(state.object[field], value));
  const written =
    isAlready || Object.keys(fields).length === 0
      ? { id: `${id.owner}/${id.name}`, isOurs: true, hasChanged: false }
      : await writeFields(servingOnly(id, left ?? {}), object, fields, { signal }, services);
  const heard = rules.remembers?.(object, heardOrganizations(situation, services)) ?? {};
  return together({ facts: heard }, toggle?.finish(written) ?? {});
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The organization of an object as the API has it. */
const organizationIn = ({ tenant }: DeclaredKind, { object }: ObjectState): string =>
  String(tenant === 'owner' ? object.owner : object.organization);

type Owned = ObjectState & { origin: NonNullable<ObjectState['origin']> };

/**
 * The resource's own object as the last stopped pass read it, unless there is news since. A token for the namespace would not show
 * an object that the namespace adopted before it was a tenant's.
 */
async function readOwn(
  rules: Rules,
  object: Declared,
  services: Services,
  signal: AbortSignal,
): Promise<Owned | undefined> {
  const { api, memory, source } = services;
  const id = idOf(rules, object, services);
  if (!id.owner) return undefined;
  const key = memoryKey(id);
  const reader = stoppedReader(object.metadata.uid);
  const known = memory.settledAs(key, reader);
  if (known) return known.state as Owned;
  const news = memory.newsOf(key);
  const state = await api.read(id, signal);
  const { cluster, namespace, name } = await originOf(object, source);
  const { origin } = state ?? {};
  // Another resource checks the grants of its own object.
  if (!state || origin?.cluster !== cluster || origin.namespace !== namespace || origin.name !== name) return undefined;
  const fields = ['owner', 'organization', 'isEnabled', ...Object.keys(leftBehind(rules.kind))];
  const read = { ...state, origin, object: Object.fromEntries(fields.map((field) => [field, state.object[field]])) };
  memory.look(key, reader, { fingerprint: '', etag: state.etag, state: read }, news);
  return read;
}
