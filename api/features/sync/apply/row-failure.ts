import type { Refusal } from '../../../core/errors.ts';

/** What a row keeps of a refusal: the code of its first problem, with the parameters of its words. */
export function failureOf({ code, params, fields }: Refusal): { code: string; field: string; problem: string } {
  const [first] = fields;
  const told = first ?? { code, params, field: '' };
  return { code: told.code, field: told.field, problem: told.params ? JSON.stringify(told.params).slice(0, 500) : '' };
}
