import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Provider } from 'oidc-provider';
import type { DbRow } from '../core/objects/storage/rows.ts';
import type { SqlPart } from '../db/sql-parts.ts';
import type { ProtocolDeps } from './deps.ts';

export interface GrantRow {
  payload: string;
  consumedTime: Date | null;
}

/** Rows that one statement of a request reads for its other statements. They are forgotten with the request. */
const kept = new WeakMap<object, Map<string, unknown>>();

function ofRequest(): Map<string, unknown> {
  const { ctx } = Provider;
  const known = (ctx && kept.get(ctx)) ?? new Map();
  if (ctx) kept.set(ctx, known);
  return known;
}

const userKey = (id: string) => `user ${id}`;
const grantKey = (id: string) => `grant ${id}`;

/** The user with this id, if the present request has read them along with a token, code or session. */
export const readUser = (id: string, request: object | undefined = Provider.ctx) =>
  (request && kept.get(request)?.get(userKey(id))) as User | undefined;
export const readGrant = (id: string) => ofRequest().get(grantKey(id)) as GrantRow | undefined;

/** Reads once what a request looks up under several names. */
export function once<T>(key: string, read: () => Promise<T>): Promise<T> {
  const request = ofRequest();
  const reading = (request.get(key) as Promise<T> | undefined) ?? read();
  request.set(key, reading);
  return reading;
}

const artifacts = tableName(artifact);

/** The columns that are read along with a row. */
export interface ReadAlong {
  person: DbRow | null;
  grantPayload?: string | null;
  grantConsumedTime?: Date | null;
}

/**
 * A user as one column. Separate columns would be described in each answer, which takes longer than to read them.
 */
const person = 'row_to_json(u) AS person';

/** The library looks up a token, its user and its grant one after the other. Here one statement reads the three. */
export function createReadAlong({ store, now }: Pick<ProtocolDeps, 'store' | 'now'>) {
  const users = store('user');

  return {
    columns: `${person}, g.payload AS "grantPayload", g.consumed_time AS "grantConsumedTime"`,

    /**
     * Joins user and grant to a statement about `t`; the condition names the user. The indexes leave out empty texts, so
     * the join says `<> ''` too. Without it, Postgres reads the whole table.
     */
    join: (isUser: string): SqlPart => ({
      text: `LEFT JOIN ${users.table} AS u ON ${isUser}
        LEFT JOIN ${artifacts} AS g ON g.grant_id = t.grant_id AND g.grant_id <> '' AND g.owner = 'admin'
          AND g.model = 'Grant' AND coalesce(g.expire_time, 'infinity') > ?`,
      values: [now()],
    }),

    /** Reads a payload by its name in a statement that has joined a user already. */
    besideUser: (name: string) => ({
      columns: `${person}, k.payload AS "keptPayload"`,
      join: {
        text: `LEFT JOIN ${artifacts} AS k ON k.owner = 'admin' AND k.name = ? AND coalesce(k.expire_time, 'infinity') > ?`,
        values: [name, now()],
      },
    }),

    keep({ person, grantPayload, grantConsumedTime }: ReadAlong, grantId = ''): void {
      const request = ofRequest();
      if (person) {
        const user = users.fromRow(person);
        request.set(userKey(String(user.id)), user);
      }
      if (grantPayload) {
        const grant: GrantRow = { payload: grantPayload, consumedTime: grantConsumedTime ?? null };
        request.set(grantKey(grantId), grant);
      }
    },
  };
}
