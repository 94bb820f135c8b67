import { policyModel } from '../decisions/policy-model.ts';
import type { Draft, Hooks } from './hooks.ts';

/** A model that decides nothing, or could do more than compare, is told to whoever writes it (S6). */
async function checkText(draft: Draft, before?: Draft): Promise<Draft> {
  if (draft.modelText !== before?.modelText) await policyModel(String(draft.modelText));
  return draft;
}

export const modelHooks: Hooks = {
  beforeAdd: (draft) => checkText(draft),
  beforeUpdate: checkText,
};
