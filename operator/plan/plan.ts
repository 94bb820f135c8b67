import { randomUUID } from 'node:crypto';
import { ApiRefusal } from '../api/api-refusal.ts';
import type { Applied, Difference, ObjectState } from '../api/declared-objects.ts';
import { isSecretField, withoutMemberSecrets } from '../reconcilers/core/drift.ts';
import { isPlatform, type NamespaceRights, refusalOf } from '../reconcilers/core/namespace-rights.ts';
import { adoptionOf, isObserved } from '../reconcilers/core/resource.ts';
import { differing, isOfAnother, nothingToObserve } from '../reconcilers/pass/observe.ts';
import { redacted } from '../runtime/observe/redact.ts';
import { observing } from './consent.ts';
import { type PlannedFields, plannedFieldsOf } from './declared-fields.ts';
import { owningOrganization, plannedId } from './planned-id.ts';
import type { Manifests, Written } from './read-manifests.ts';

export type Action = 'create' | 'adopt' | 'change' | 'none' | 'observe' | 'delete' | 'release';

/** The effect of applying one resource. */
export interface Planned {
  kind: string;
  namespace: string;
  name: string;
  /** The file and line; undefined if the manifest is gone. */
  file?: string;
  line?: number;
  action: Action;
  /** Differences, without secrets. */
  differences: Difference[];
  /** The reason of a failure. */
  problem?: string;
  notes: string[];
}

/** The requests that a plan needs. They write nothing. */
export interface PlanApi {
  read: (id: { kind: string; owner: string; name: string }) => Promise<ObjectState | undefined>;
  tryOut: (id: { kind: string; owner: string; name: string }, declaration: object) => Promise<Applied>;
}

const actions = { created: 'create', adopted: 'adopt', updated: 'change', unchanged: 'none' } as const;

const atOnce = 16;

async function inTurns<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += atOnce)
    done.push(...(await Promise.all(all.slice(at, at + atOnce).map(work))));
  return done;
}

/** The changes of each resource, as the api judges them. */
export async function planOf(manifests: Manifests, api: PlanApi, rights: NamespaceRights): Promise<Planned[]> {
  const { written } = manifests;
  const state = new Map(
    await inTurns(written, async (each) => [each, await api.read(plannedId(each, manifests))] as const),
  );
  const isThere = (each: Written) => state.get(each) !== undefined;
  return inTurns(written, async (each) => {
    const wished = plannedFieldsOf(each, manifests, isThere);
    const { resource, place } = each;
    const { namespace, name } = resource.metadata;
    const planned = { kind: resource.kind, namespace, name, ...place, notes: notesOf(wished) };
    const refusal = isObserved(resource) ? undefined : refusalOf(each.kind, rights, namespace);
    const problem = refusal ?? wished.problem;
    if (problem) return { ...planned, action: 'none', differences: [], problem };
    if (isObserved(resource)) return { ...planned, ...observed(each, wished, state.get(each), { manifests, rights }) };
    const owner = owningOrganization(each, manifests);
    const isEarly = owner !== undefined && !isThere(owner);
    const found = { state: state.get(each), id: plannedId(each, manifests), isEarly };
    return { ...planned, ...(await tryDeclaration(each, wished, found, { api, rights })) };
  });
}

const notesOf = ({ unknown }: PlannedFields) =>
  unknown.map((key) => `Secret ${key} is not known here and not compared`);

type PlannedChange = Pick<Planned, 'action' | 'differences' | 'problem'>;

function observed(
  written: Written,
  { fields }: PlannedFields,
  state: ObjectState | undefined,
  { manifests, rights }: { manifests: Manifests; rights: NamespaceRights },
): PlannedChange & Pick<Planned, 'notes'> {
  const { kind } = written;
  const { isLet, notes } = observing(written, state, manifests, rights);
  if (!isLet || (state && isOfAnother(kind, fields, state)))
    return {
      action: 'observe',
      differences: [],
      notes: [],
      problem: nothingToObserve(kind, plannedId(written, manifests)),
    };
  return { action: 'observe', differences: state ? differing(kind, fields, state) : [], notes };
}

interface Place {
  state: ObjectState | undefined;
  id: { kind: string; owner: string; name: string };
  /** These manifests make the organization that owns the object. */
  isEarly: boolean;
}

async function tryDeclaration(
  written: Written,
  wished: PlannedFields,
  { state, id, isEarly }: Place,
  { api, rights }: { api: PlanApi; rights: NamespaceRights },
): Promise<PlannedChange> {
  const { kind, resource } = written;
  const { now, later } = parted(wished);
  const pending = state
    ? differing(kind, later, state)
    : Object.entries(later).map(([path, desired]) => ({ path, desired, observed: null }));
  // A new object whose references do not exist yet cannot be tried.
  if (!state && (isEarly || pending.length > 0))
    return { action: 'create', differences: [...unseen(written, now), ...pending] };
  const mayAdopt = isPlatform(rights, resource.metadata.namespace);
  const adoption = mayAdopt ? adoptionOf(resource) : 'Fail';
  try {
    const declaration = { origin: originOf(written, state), fields: now, policies: { adoption } };
    const { outcome, drift } = await api.tryOut(id, declaration);
    const action = outcome === 'unchanged' && pending.length > 0 ? 'change' : actions[outcome];
    return { action, differences: [...drift, ...pending] };
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    const { drift = [] } = error.problem as { drift?: Difference[] };
    return { action: state ? 'change' : 'create', differences: mayAdopt ? drift : [], problem: error.message };
  }
}

function parted({ fields, early }: PlannedFields) {
  const part = (isEarly: boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => early.has(field) === isEarly));
  return { now: part(false), later: part(true) };
}

const unseen = ({ kind }: Written, fields: Record<string, unknown>): Difference[] =>
  Object.entries(withoutMemberSecrets(kind, fields)).map(([path, desired]) => ({
    path,
    desired: isSecretField(kind, path) ? redacted : desired,
    observed: null,
  }));

/** The origin of the cluster or folder that declares the object already; otherwise a new one. */
function originOf({ resource }: Written, state: ObjectState | undefined) {
  const { namespace, name } = resource.metadata;
  const known = state?.origin;
  const { cluster, uid, generation } =
    known?.namespace === namespace && known.name === name
      ? known
      : { cluster: 'plan', uid: randomUUID(), generation: 0 };
  return { cluster, namespace, name, uid, generation };
}
