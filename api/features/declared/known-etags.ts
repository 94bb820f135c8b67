import type { Kind } from '@doorwright/crds';
import { snake } from '@doorwright/crds/derive/tables.ts';
import { LRUCache } from 'lru-cache';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import { etagOf } from './etag.ts';

/** The state of an object. Its version grows with changes, and a new object of its name has another time. */
export interface State {
  owner: string;
  name: string;
  version: number;
  createdTime: Date;
}

const most = 100_000;
const known = new WeakMap<SecretBox, LRUCache<string, { state: string; etag: string }>>();

/** The etags of many objects. Objects that have not changed since the last call are not read. */
export async function etagsOf(kind: Kind, states: readonly State[], { sql, store, box }: Work): Promise<string[]> {
  const memory = known.get(box) ?? new LRUCache<string, { state: string; etag: string }>({ max: most });
  known.set(box, memory);
  const idOf = ({ owner, name }: Pick<State, 'owner' | 'name'>) => `${kind.name}/${owner}/${name}`;
  const stateOf = ({ version, createdTime }: State) => `${version}-${createdTime.getTime()}`;
  const unknown = states.filter((each) => memory.get(idOf(each))?.state !== stateOf(each));
  const { table, fromRow } = store(kind.name);
  const key = snake(kind.key);
  const rows =
    unknown.length > 0 &&
    (await sql(table).whereIn(
      ['owner', key],
      unknown.map(({ owner, name }) => [owner, name]),
    ));
  for (const row of rows || []) {
    const state = { owner: row.owner, name: row[key], version: row.version, createdTime: row.created_time };
    memory.set(idOf(state), { state: stateOf(state), etag: etagOf(kind, fromRow(row), box) });
  }
  // A deleted object counts as another object.
  return states.map((each) => memory.get(idOf(each))?.etag ?? '');
}
