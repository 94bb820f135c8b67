import { invalid } from '../../core/objects/input.ts';
import type { HasRole, PolicyModel } from './policy-model.ts';

/** What is asked, by the names that the model has for it, in their order. */
export type Fields = Readonly<Record<string, string>>;

export function fieldsOf({ requestFields }: PolicyModel, request: readonly string[]): Fields {
  if (request.length !== requestFields.length) {
    const names = requestFields.map((field) => field.slice('r_'.length)).join(', ');
    throw invalid([{ field: 'request', code: 'request-fields', params: { fields: names } }]);
  }
  return Object.fromEntries(requestFields.map((field, index) => [field, String(request[index])]));
}

export type Verdict = 'allow' | 'deny' | undefined;

/** What policies of one model say: nothing, if none matches. Each has its effect behind the fields of the model. */
export function verdictOf(model: PolicyModel, policies: string[][], fields: Fields, hasRole: HasRole): Verdict {
  // Without any policy casbin would compare with empty texts.
  if (policies.length === 0) return;
  model.use(policies, hasRole);
  const [isAllowed, decisive] = model.enforcer.enforceExSync(...Object.values(fields));
  return isAllowed ? 'allow' : decisive.at(-1) === 'deny' ? 'deny' : undefined;
}
