import type { Row } from '@doorwright/crds';
import { readPage } from '../../http/read-page.ts';
import { registry } from '../../kinds.ts';

const kind = registry.named('record');

const byTime = (one: Row, other: Row) => String(other.createdTime).localeCompare(String(one.createdTime));

/** The latest requests of a user and those that match `about`, newest first. A refused sign-in has no user: it names them as its object. */
export async function recordsOfUser(
  { owner, name, shown }: { owner: string; name: string; shown: number },
  about: { outcome?: string },
  signal: AbortSignal,
): Promise<Row[]> {
  const newest = { page: 1, pageSize: shown, owner };
  const [own, others] = await Promise.all([
    readPage(kind, { ...newest, equals: { user: name } }, { signal }),
    readPage(kind, { ...newest, equals: { object: `user ${owner}/${name}`, ...about } }, { signal }),
  ]);
  const known = new Set(own.rows.map(({ name: id }) => id));
  return [...own.rows, ...others.rows.filter(({ name: id }) => !known.has(id))].sort(byTime).slice(0, shown);
}
