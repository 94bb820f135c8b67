import { Refusal } from '../../core/errors.ts';
import { invalid } from '../../core/objects/input.ts';
import type { Draft, Hooks, Work } from '../../core/objects/kind-hooks.ts';
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

export const permissionHooks: Hooks = {
  beforeAdd: (draft, work) => checkModel(draft, undefined, work),
  beforeUpdate: checkModel,
};
