import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';
import { permissionModel, policyModel } from './policy-model.ts';

/** Refuses a model that decides nothing or does more than compare (S6). */
async function checkText(draft: Draft, before: Draft, { sql, store }: Work): Promise<Draft> {
  if (draft.modelText === before.modelText) return draft;
  const named = await sql(store('permission').table).where({ owner: before.owner, model: before.name }).first('name');
  await (named ? permissionModel : policyModel)(String(draft.modelText));
  return draft;
}

export const modelHooks: Hooks = {
  async beforeAdd(draft) {
    await policyModel(String(draft.modelText));
    return draft;
  },
  beforeUpdate: checkText,
};
