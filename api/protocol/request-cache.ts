import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Provider } from 'oidc-provider';
import type { DbRow } from '../core/objects/rows.ts';
import type { SqlPart } from '../db/sql-parts.ts';
import type { ProtocolDeps } from './deps.ts';

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

const artifacts = tableName(artifact);

/** What is read along with something else. */
export interface Company {
  person: DbRow | null;
  grantPayload?: string | null;
  grantConsumedTime?: Date | null;
}

/** A user as one column. As many as he has would be described anew with each answer, which takes longer than to read them. */
const person = 'row_to_json(u) AS person';

/**
 * A token, code or refresh token is always looked up together with its user and its grant: one statement reads the
 * three, where the library would ask for one after the other.
 */
export function createCompany({ store, now }: Pick<ProtocolDeps, 'store' | 'now'>) {
  const users = store('user');

  return {
    columns: `${person}, g.payload AS "grantPayload", g.consumed_time AS "grantConsumedTime"`,

    /**
     * Joins the two to a statement about `t`, of which the condition says whose it is. Indexes leave out empty texts: a join that
     * does not say that it does too would read the whole table.
     */
    join: (isUser: string): SqlPart => ({
      text: `LEFT JOIN ${users.table} AS u ON ${isUser}
        LEFT JOIN ${artifacts} AS g ON g.grant_id = t.grant_id AND g.grant_id <> '' AND g.owner = 'admin'
          AND g.model = 'Grant' AND coalesce(g.expire_time, 'infinity') > ?`,
      values: [now()],
    }),

    /** Reads what is kept under a name along with a user whom a statement has joined already. */
    besideUser: (name: string) => ({
      columns: `${person}, k.payload AS "keptPayload"`,
      join: {
        text: `LEFT JOIN ${artifacts} AS k ON k.owner = 'admin' AND k.name = ? AND coalesce(k.expire_time, 'infinity') > ?`,
        values: [name, now()],
      },
    }),

    keep({ person, grantPayload, grantConsumedTime }: Company, grantId = ''): void {
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
