import { messageOf } from '@doorwright/locales';
import type { Refusal } from './errors.ts';

interface Told {
  message: string;
  fields: { field: string; message: string }[];
}

/** What a refusal says in a language. A sentence that speaks of one field and its problem speaks of the first. */
export function tell({ code, params, fields }: Refusal, language: string): Told {
  const told = fields.map((each) => ({ field: each.field, message: messageOf(language, each.code, each.params) }));
  const [first] = told;
  return {
    message: messageOf(language, code, { field: first?.field ?? '', problem: first?.message ?? '', ...params }),
    fields: told,
  };
}
