import type { Db } from '../db/knex.ts';
import { remember } from '../memory/remember.ts';
import type { Store } from '../resources/store.ts';

/** What a question is put to: one permission, all that a model decides, or all that speak of a resource. */
export interface Scope {
  by: 'permission' | 'model' | 'resource';
  owner: string;
  name: string;
}

export interface Policy {
  id: string;
  effect: 'allow' | 'deny';
  users: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  resources: ReadonlySet<string>;
  /** In small letters, as the era's policies have them. */
  actions: ReadonlySet<string>;
}

/** Policies that one model judges. */
export interface Policies {
  modelText: string;
  all: readonly Policy[];
  /** By the ids of the users and roles that they speak of. */
  speakingOf: ReadonlyMap<string, readonly Policy[]>;
}

interface Row {
  owner: string;
  name: string;
  effect: string;
  model_text: string | null;
  users: string[];
  roles: string[];
  resources: string[];
  actions: string[];
}

const policyOf = (row: Row): Policy => ({
  id: `${row.owner}/${row.name}`,
  effect: row.effect === 'Deny' ? 'deny' : 'allow',
  users: new Set(row.users),
  roles: new Set(row.roles),
  resources: new Set(row.resources),
  actions: new Set(row.actions.map((action) => action.toLowerCase())),
});

function indexed(modelText: string, all: readonly Policy[]): Policies {
  const speakingOf = new Map<string, Policy[]>();
  for (const policy of all) {
    for (const id of [...policy.users, ...policy.roles]) {
      const known = speakingOf.get(id);
      if (known) known.push(policy);
      else speakingOf.set(id, [policy]);
    }
  }
  return { modelText, all, speakingOf };
}

const byModel = (rows: readonly Row[]): Policies[] =>
  [...Map.groupBy(rows, (row) => row.model_text ?? '')].map(([text, all]) => indexed(text, all.map(policyOf)));

const columns = ['owner', 'name', 'effect', 'users', 'roles', 'resources', 'actions'];

/** What decides by permissions that are enabled, and by models that are, remembered until one of either changes. */
export function createPolicies({ db, store }: { db: Db; store: (kind: string) => Store }) {
  const permissions = store('permission').table;
  const models = store('model').table;

  const conditions = {
    permission: (name: string) => db.raw('p.name = ?', [name]),
    model: (name: string) => db.raw('p.model = ?', [name]),
    resource: (name: string) => db.raw('p.resources @> CAST(? AS jsonb)', [JSON.stringify([name])]),
  };

  const read = remember(db, ['permission', 'model'], async (key): Promise<Policies[] | undefined> => {
    const { by, owner, name } = JSON.parse(key) as Scope;
    const rows: (Row & { decides: boolean })[] = await db({ p: permissions })
      .leftJoin({ m: models }, { 'm.owner': 'p.owner', 'm.name': 'p.model' })
      .where('p.owner', owner)
      .whereRaw(conditions[by](name))
      .select(columns.map((column) => `p.${column}`))
      .select({ model_text: 'm.model_text' })
      .select(db.raw("p.is_enabled AND (p.model = '' OR coalesce(m.is_enabled, false)) AS decides"));
    if (rows.length > 0) return byModel(rows.filter(({ decides }) => decides));
    const isKnown = by === 'resource' || (by === 'model' && (await db(models).where({ owner, name }).first('name')));
    return isKnown ? [] : undefined;
  });

  return ({ by, owner, name }: Scope): Promise<Policies[] | undefined> => read(JSON.stringify({ by, owner, name }));
}

export type PoliciesOf = ReturnType<typeof createPolicies>;
