import { messageForCode } from '../../../core/error-message.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import { usedAmong } from '../../../core/objects/history/used-ids.ts';
import type { Store } from '../../../core/objects/storage/store.ts';
import type { Sql } from '../../../db/knex.ts';
import { type Candidate, failed, type RowProblem, type RowReport } from './candidates.ts';

/** A statement takes at most 65,535 values, and a user has about eighty. */
const batch = 500;

export const batches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / batch) }, (_, i) => items.slice(i * batch, (i + 1) * batch));

/** The values that must be unique: in the organization, and for the id everywhere. */
const keysOf = ({ user }: Candidate): [field: string, key: string][] =>
  [
    ['name', `${user.owner}/${user.name}`],
    ['email', user.email && `${user.owner}/${user.email}`],
    ['phone', user.phone && `${user.owner}/${user.phone}`],
    ['id', user.id],
  ].filter((each): each is [string, string] => Boolean(each[1]));

async function stored(sql: Sql, { table, kind }: Store, candidates: readonly Candidate[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of batches(candidates)) {
    const ids = part.flatMap(({ user }) => (user.id ? [String(user.id)] : []));
    for (const id of ids.length > 0 ? await usedAmong(sql, kind, ids) : []) found.add(`id ${id}`);
    for (const field of ['name', 'email', 'phone', 'id']) {
      const keys = part.flatMap(({ user }) => (user[field] ? [[user.owner, String(user[field])]] : []));
      if (keys.length === 0) continue;
      const query = sql(table).select('owner', field);
      const rows = await (field === 'id'
        ? query.whereIn(
            'id',
            keys.map(([, id]) => String(id)),
          )
        : query.whereIn(['owner', field], keys as string[][]));
      for (const row of rows) found.add(`${field} ${field === 'id' ? row.id : `${row.owner}/${row[field]}`}`);
    }
  }
  return found;
}

/** Separates rows with a value that is taken, in the database or earlier in the sheet. */
export async function withoutTaken(
  sql: Sql,
  store: Store,
  candidates: readonly Candidate[],
  language: string,
): Promise<{ free: Candidate[]; reports: RowReport[] }> {
  const problem = (code: ErrorCode, field: string): RowProblem => ({
    field,
    why: messageForCode(language, code, { kind: 'User', field }),
  });
  const inDatabase = await stored(sql, store, candidates);
  const inSheet = new Set<string>();
  const free: Candidate[] = [];
  const reports: RowReport[] = [];
  for (const candidate of candidates) {
    const keys = keysOf(candidate).map(([field, key]) => ({ field, text: `${field} ${key}` }));
    const taken = keys.find(({ text }) => inDatabase.has(text));
    const twice = keys.find(({ text }) => inSheet.has(text));
    if (taken?.field === 'name')
      reports.push({ ...failed(candidate, problem('duplicate', 'name')), outcome: 'skipped' });
    else if (taken) reports.push(failed(candidate, problem('not-unique', taken.field)));
    else if (twice) reports.push(failed(candidate, problem('twice-in-sheet', twice.field)));
    else {
      free.push(candidate);
      for (const { text } of keys) inSheet.add(text);
    }
  }
  return { free, reports };
}
