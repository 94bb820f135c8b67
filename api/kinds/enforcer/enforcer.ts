import { type FieldProblem, Refusal } from '../../core/errors.ts';
import type { Draft, Hooks } from '../../core/objects/rules/kind-hooks.ts';

/** Policies of one organization never apply to another, even if a global administrator writes that. */
function refuseForeign(draft: Draft): Draft {
  const problems = (['model', 'adapter'] as const)
    .filter((kind) => draft[kind] && !String(draft[kind]).startsWith(`${draft.owner}/`))
    .map(
      (kind): FieldProblem => ({ field: kind, code: 'no-such-object', params: { kind, name: String(draft[kind]) } }),
    );
  if (problems.length > 0) throw new Refusal('unknown-reference', {}, { fields: problems });
  return draft;
}

export const enforcerHooks: Hooks = {
  beforeAdd: refuseForeign,
  beforeUpdate: refuseForeign,
};
