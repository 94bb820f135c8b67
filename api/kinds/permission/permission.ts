import { platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';
import { permissionModel } from '../model/policy-model.ts';

/** A model with other fields than those of permissions works with adapters only. */
async function checkModel(draft: Draft, before: Draft | undefined, { sql, store }: Work): Promise<Draft> {
  if (!draft.model || (draft.model === before?.model && draft.owner === before.owner)) return draft;
  const model = await store('model').find(sql, String(draft.owner), String(draft.model));
  if (!model) return draft;
  try {
    await permissionModel(String(model.modelText));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw invalid(error.fields.map((problem) => ({ ...problem, field: 'model' })));
  }
  return draft;
}

/**
 * A permission that moves to another organization drops the names that the new organization does not have. Names that the same
 * update adds are checked as usual.
 */
async function moved(draft: Draft, before: Draft, { sql, store }: Work): Promise<Draft> {
  const { owner } = draft;
  if (owner === before.owner) return draft;
  const kept = (field: string, belongs: (name: string) => boolean) => {
    const known = new Set(before[field] as string[]);
    return (draft[field] as string[]).filter((name) => !known.has(name) || belongs(name));
  };
  const isOfOwner = (id: string) => id.startsWith(`${owner}/`);
  const applications = await sql(store('application').table)
    // A list of names in the statement itself would exceed the stack of Postgres.
    .whereRaw('name = ANY(CAST(? AS text[]))', [draft.resources as string[]])
    .whereIn('organization', [owner, platform])
    .pluck('name');
  const resources = new Set<string>(applications);
  const isModelThere = draft.model && (await store('model').find(sql, owner, String(draft.model)));
  return {
    ...draft,
    users: kept('users', isOfOwner),
    roles: kept('roles', isOfOwner),
    resources: kept('resources', (name) => resources.has(name)),
    model: draft.model === before.model && !isModelThere ? '' : draft.model,
  };
}

export const permissionHooks: Hooks = {
  beforeAdd: (draft, work) => checkModel(draft, undefined, work),
  beforeUpdate: async (draft, before, work) => checkModel(await moved(draft, before, work), before, work),
};
