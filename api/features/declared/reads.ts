import type { Kind } from '@doorwright/crds';
import { snake } from '@doorwright/crds/derive/tables.ts';
import type { Origin } from '@doorwright/crds/kinds/origin.ts';
import { isPermitted } from '../../core/authorize.ts';
import { organizationOf, platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { originOf } from '../../core/objects/references/origins.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Id } from '../../core/objects/storage/ids.ts';
import { idText } from '../../core/objects/storage/ids.ts';
import { tenantField, tenantOf } from '../../core/objects/storage/store.ts';
import { isStorableText } from '../../http/storable.ts';
import { etagsOf, type State } from './known-etags.ts';
import { type ObjectState, objectState } from './object-state.ts';

/** One object. It looks missing if the caller may not change it. */
export async function readOne(kind: Kind, id: Id, work: Work): Promise<ObjectState> {
  const object = (await work.store(kind.name).find(work.sql, id.owner, id.key)) as Draft | undefined;
  if (!object || !isPermitted('organizationAdmin', work.caller, { organization: tenantOf(kind, object) }))
    throw new Refusal('not-found', { kind: kind.kind, id: idText(id) });
  return objectState(kind, object, await originOf(kind, id, work), work);
}

export const namesPerPage = 500;

/** The resource of an object, with its policies. */
export type ListedOrigin = Pick<Origin, 'cluster' | 'namespace' | 'isAdopted' | 'deletionPolicy' | 'isProtected'> & {
  name: string;
};

export interface NamesPage {
  items: { owner: string; name: string; etag: string; uid: string; origin?: ListedOrigin | null }[];
  /** The next cursor; null at the end. */
  next: string | null;
}

/** As one value, so that its columns do not mix with the object's. */
const originColumns = `jsonb_build_object('cluster', r.cluster, 'namespace', r.namespace, 'name', r.resource,
  'isAdopted', r.is_adopted, 'deletionPolicy', r.deletion_policy, 'isProtected', r.is_protected) AS origin`;

const cursorOf = (owner: string, name: string) => Buffer.from(JSON.stringify([owner, name])).toString('base64url');

function readCursor(cursor: string): [string, string] {
  try {
    const [owner, name] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (![owner, name].every((each) => typeof each === 'string' && isStorableText(each))) throw new Error('no names');
    return [owner, name];
  } catch (cause) {
    throw new Refusal('bad-id', { id: cursor.slice(0, 200) }, { cause });
  }
}

/** All names of a kind with etag and uid; with the whole origin on request. */
export async function readNames(
  kind: Kind,
  { cursor, origins }: { cursor?: string | undefined; origins?: string | undefined },
  work: Work,
): Promise<NamesPage> {
  const { table } = work.store(kind.name);
  const key = snake(kind.key);
  const query = work
    .sql({ o: table })
    .leftJoin({ r: work.store('origin').table }, (on) =>
      on
        .on('r.owner', work.sql.raw("'admin'"))
        .on('r.name', work.sql.raw(`? || '/' || o.owner || '/' || o.${key}`, [kind.name])),
    )
    .select({ owner: 'o.owner', name: `o.${key}`, version: 'o.version', createdTime: 'o.created_time', uid: 'r.uid' })
    .orderBy(['o.owner', `o.${key}`])
    .limit(namesPerPage);
  const own = organizationOf(work.caller);
  if (own !== platform) {
    const tenant = tenantField(kind);
    if (!tenant) throw new Refusal('unauthorized');
    query.where(`o.${snake(tenant)}`, own);
  }
  if (origins === 'true') query.select(work.sql.raw(originColumns));
  if (cursor) query.whereRaw(`(o.owner, o.${key}) > (?, ?)`, readCursor(cursor));
  const rows: (State & { uid: string | null; origin?: ListedOrigin })[] = await query;
  const etags = await etagsOf(kind, rows, work);
  const last = rows.length === namesPerPage ? rows.at(-1) : undefined;
  return {
    items: rows.map(({ owner, name, uid, origin }, index) => ({
      ...{ owner, name, etag: etags[index] ?? '', uid: uid ?? '' },
      ...(origins === 'true' && { origin: uid === null ? null : (origin ?? null) }),
    })),
    next: last ? cursorOf(last.owner, last.name) : null,
  };
}
