import { snake, storedFields, tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/models/artifact.ts';
import type { User } from '@doorwright/crds/models/user.ts';
import type { Knex } from 'knex';
import { Provider } from 'oidc-provider';
import type { ProtocolDeps } from '../deps.ts';

export interface GrantRow {
  payload: string;
  consumedTime: Date | null;
}

/** Read by one statement of a request for its others, and forgotten with it. */
const kept = new WeakMap<object, Map<string, unknown>>();

function ofRequest(): Map<string, unknown> {
  const { ctx } = Provider;
  const known = (ctx && kept.get(ctx)) ?? new Map();
  if (ctx) kept.set(ctx, known);
  return known;
}

const userKey = (id: string) => `user ${id}`;
const grantKey = (id: string) => `grant ${id}`;

/** The user whose id this is, if the present request has read him along with what it was shown. */
export const readUser = (id: string, request: object | undefined = Provider.ctx) =>
  (request && kept.get(request)?.get(userKey(id))) as User | undefined;
export const readGrant = (id: string) => ofRequest().get(grantKey(id)) as GrantRow | undefined;

/** What a request looks for under several names is read once. */
export function once<T>(key: string, read: () => Promise<T>): Promise<T> {
  const request = ofRequest();
  const reading = (request.get(key) as Promise<T> | undefined) ?? read();
  request.set(key, reading);
  return reading;
}

/**
 * A token, code or refresh token is always looked up together with its user and its grant: one statement reads the
 * three, where the library would ask for one after the other.
 */
export function createCompany({ db, store, now }: Pick<ProtocolDeps, 'db' | 'store' | 'now'>) {
  const users = store('user');
  const names = storedFields(users.kind).map(({ name }) => snake(name));
  // Written once: the query builder would look at each of so many columns for every request.
  const userColumns = db.raw(names.map((name) => `u."${name}" AS "user_${name}"`).join(', '));
  const grantColumns = { grantPayload: 'g.payload', grantConsumedTime: 'g.consumed_time' };

  return {
    /**
     * Joins the two to a query, by the column that names the grant and the one or two that name the user. Indexes leave
     * out empty texts: a join that does not say that it does too would read the whole table.
     */
    join: (query: Knex.QueryBuilder, { grantId, user }: { grantId: string; user: Record<string, string> }) =>
      query
        .leftJoin({ u: users.table }, (on) => {
          on.on(user);
          if (user['u.id']) on.on(db.raw("u.id <> ''"));
        })
        .leftJoin({ g: tableName(artifact) }, (on) =>
          on
            .on('g.grant_id', grantId)
            .on(db.raw("g.grant_id <> ''"))
            .on('g.owner', db.raw("'admin'"))
            .on('g.model', db.raw("'Grant'"))
            .on(db.raw("coalesce(g.expire_time, 'infinity') > ?", [now()])),
        )
        .select(userColumns, grantColumns),

    /** Reads what is kept under a name along with a user whom a query has joined already. */
    besideUser: (query: Knex.QueryBuilder, name: string) =>
      query
        .leftJoin({ k: tableName(artifact) }, (on) =>
          on
            .on('k.owner', db.raw("'admin'"))
            .on('k.name', db.raw('?', [name]))
            .on(db.raw("coalesce(k.expire_time, 'infinity') > ?", [now()])),
        )
        .select(userColumns, { keptPayload: 'k.payload' }),

    keep(row: object & { [column: string]: unknown }, grantId = ''): void {
      const request = ofRequest();
      if (row.user_id !== null) {
        const user = users.fromRow(Object.fromEntries(names.map((name) => [name, row[`user_${name}`]])));
        request.set(userKey(String(user.id)), user);
      }
      if (row.grantPayload) {
        const grant = { payload: row.grantPayload as string, consumedTime: row.grantConsumedTime as Date | null };
        request.set(grantKey(grantId), grant);
      }
    },
  };
}
