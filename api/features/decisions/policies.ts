import { Refusal } from '../../core/errors.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Db } from '../../db/knex.ts';
import type { Policies, Policy } from './policy.ts';
import { cachePolicies } from './policy-cache.ts';

/** The permissions that decide: one, those of a model, those of a resource, or all of an owner. */
export interface Scope {
  by: 'permission' | 'model' | 'resource' | 'owner';
  owner: string;
  name: string;
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
  const bySubject = new Map<string, Policy[]>();
  for (const policy of all) {
    for (const id of [...policy.users, ...policy.roles]) {
      const known = bySubject.get(id);
      if (known) known.push(policy);
      else bySubject.set(id, [policy]);
    }
  }
  return { modelText, all, bySubject };
}

const byModel = (rows: readonly Row[]): Policies[] =>
  [...Map.groupBy(rows, (row) => row.model_text ?? '')].map(([text, all]) => indexed(text, all.map(policyOf)));

const columns = ['owner', 'name', 'effect', 'users', 'roles', 'resources', 'actions'];

/** The limit for one decision, because of memory. 20,000 policies have a tenth of these names. */
const mostNames = 200_000;
const namesOf = 'sum(1 + jsonb_array_length(p.users) + jsonb_array_length(p.roles))';

/** Reads the enabled permissions of a scope with their enabled models, and caches them until one changes. */
export function createPolicies({ db, store }: { db: Db; store: (kind: string) => Store }) {
  const permissions = store('permission').table;
  const models = store('model').table;

  const conditions = {
    permission: (name: string) => db.raw('p.name = ?', [name]),
    model: (name: string) => db.raw('p.model = ?', [name]),
    resource: (name: string) => db.raw('p.resources @> CAST(? AS jsonb)', [JSON.stringify([name])]),
    owner: () => db.raw('true'),
  };

  const read = cachePolicies(db, async (key): Promise<Policies[] | undefined> => {
    const { by, owner, name } = JSON.parse(key) as Scope;
    const asked = () => db({ p: permissions }).where('p.owner', owner).whereRaw(conditions[by](name));
    const { names } = await asked().first({ names: db.raw(namesOf) });
    if (Number(names) > mostNames) throw new Refusal('too-many-policies', { max: mostNames });
    const rows: (Row & { decides: boolean })[] = await asked()
      .leftJoin({ m: models }, { 'm.owner': 'p.owner', 'm.name': 'p.model' })
      .select(columns.map((column) => `p.${column}`))
      .select({ model_text: 'm.model_text' })
      .select(db.raw("p.is_enabled AND (p.model = '' OR coalesce(m.is_enabled, false)) AS decides"));
    if (rows.length > 0) return byModel(rows.filter(({ decides }) => decides));
    const isKnown =
      by === 'resource' ||
      by === 'owner' ||
      (by === 'model' && (await db(models).where({ owner, name }).first('name')));
    return isKnown ? [] : undefined;
  });

  return ({ by, owner, name }: Scope): Promise<Policies[] | undefined> => read(JSON.stringify({ by, owner, name }));
}
