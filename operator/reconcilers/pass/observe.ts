import { isDeepStrictEqual } from 'node:util';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { z } from 'zod';
import type { ApiId, Difference, ObjectState } from '../../api/declared-objects.ts';
import type { Conclusion, Pass } from '../../runtime/reconciler.ts';
import { memoryKey } from '../core/api-id.ts';
import { isSecretField, pathsOf, shownDrift, withoutMemberSecrets } from '../core/drift.ts';
import { requestFacts, wantsFreshLook } from '../core/requests.ts';
import type { Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { isOwnerAsRead, mayObserve } from '../references/owners.ts';
import { referrerOf } from '../references/references.ts';
import type { Fields } from './desired-fields.ts';
import type { Input } from './gather.ts';
import type { Rules } from './rules.ts';
import { resolved } from './status-details.ts';

/** Missing and forbidden objects have the same message, so that nobody can probe other tenants. */
export const nothingToObserve = ({ kind }: DeclaredKind, { owner, name }: Omit<ApiId, 'kind'>): string =>
  `The API has no ${kind} ${owner}/${name} to observe`;

/** Reads the object and reports differences. It writes nothing, so people can see what Manage would change. */
export async function observe(
  { kind, tells }: Rules,
  services: Services,
  { input, fields, id }: { input: Input; fields: Fields; id: ApiId },
  pass: Pass<Declared>,
): Promise<Conclusion> {
  const { signal, now } = pass;
  const { object, references, secrets } = input;
  const state = await seen(services, object, id, signal);
  if (
    !state ||
    isOfAnother(kind, fields, state) ||
    !(await mayObserve(services, state, object, referrerOf(object, services.controller)))
  ) {
    return {
      details: [{ type: 'Synced', status: 'False', reason: 'RejectedByApi', message: nothingToObserve(kind, id) }],
      facts: { externalId: undefined, drift: undefined },
    };
  }
  const differences = differing(kind, fields, state);
  const message = `The object differs from this resource in ${pathsOf(differences)}`;
  const told = tells?.(object, state.object, pass, services) ?? {};
  return {
    ...told,
    ready: 'Observed',
    message: 'The object exists and is left as it is',
    details: [
      ...resolved(references, secrets),
      ...(differences.length > 0
        ? [{ type: 'Drifted', status: 'True', reason: 'FieldsDiffer', message } as const]
        : []),
      ...(told.details ?? []),
    ],
    facts: {
      ...told.facts,
      externalId: `${id.owner}/${id.name}`,
      drift: shownDrift(kind, object, differences, { now }),
      ...requestFacts(object),
    },
  };
}

/** Whether the object belongs to another organization than the spec names. */
export const isOfAnother = ({ tenant }: DeclaredKind, { organization }: Fields, { object }: ObjectState): boolean =>
  tenant === 'organization' && object.organization !== organization;

/** The last known state. News of the object, and its etag in the sweep, lead to a new read. */
async function seen({ api, memory, controller }: Services, object: Declared, id: ApiId, signal: AbortSignal) {
  const key = memoryKey(id);
  const { uid } = object.metadata;
  const fingerprint = memory.fingerprint(['observed', uid]);
  const settled = wantsFreshLook(object) ? undefined : memory.settledAs(key, uid);
  const isKnown = settled?.fingerprint === fingerprint && isOwnerAsRead(settled.state, object, controller.kinds);
  if (isKnown) return settled.state;
  const news = memory.newsOf(key);
  const state = await api.read(id, signal);
  if (state) memory.look(key, uid, { fingerprint, etag: state.etag, state }, news);
  return state;
}

/** Secrets cannot be read, so they are not compared. */
export function differing(kind: DeclaredKind, fields: Fields, { object }: ObjectState): Difference[] {
  const present = withoutMemberSecrets(kind, object);
  return Object.entries(withoutMemberSecrets(kind, fields)).flatMap(([path, value]) => {
    if (isSecretField(kind, path) || kind.declared.initial?.includes(path)) return [];
    const desired = withDefaults(kind, path, value);
    const observed = withDefaults(kind, path, present[path]);
    return isDeepStrictEqual(desired, observed) ? [] : [{ path, desired, observed }];
  });
}

/** Entries of lists get defaults for members that they lack. */
const withDefaults = (kind: DeclaredKind, field: string, value: unknown): unknown =>
  (kind.schema.shape[field] as z.ZodType | undefined)?.safeParse(value).data ?? value;
