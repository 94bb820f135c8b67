import { invalid } from '../../core/objects/rules/input.ts';
import type { HasRole, PolicyModel } from '../../kinds/model/policy-model.ts';

/** The values of a request, by the model's field names and in their order. */
export type Fields = Readonly<Record<string, string>>;

export function fieldsOf({ requestFields }: PolicyModel, request: readonly string[]): Fields {
  if (request.length !== requestFields.length) {
    const names = requestFields.map((field) => field.slice('r_'.length)).join(', ');
    throw invalid([{ field: 'request', code: 'request-fields', params: { fields: names } }]);
  }
  return Object.fromEntries(requestFields.map((field, index) => [field, String(request[index])]));
}

export type Verdict = 'allow' | 'deny' | undefined;

/** The verdict of the policies of one model: undefined if none matches. The effect of a policy follows its other fields. */
export function verdictOf(model: PolicyModel, policies: string[][], fields: Fields, hasRole: HasRole): Verdict {
  // Without policies, casbin would evaluate the matcher with empty texts.
  if (policies.length === 0) return;
  model.use(policies, hasRole);
  const [isAllowed, decisive] = model.enforcer.enforceExSync(...Object.values(fields));
  return isAllowed ? 'allow' : decisive.at(-1) === 'deny' ? 'deny' : undefined;
}
