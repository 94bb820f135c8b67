import { messageOf } from '@doorwright/locales';
import type { Refusal } from './errors.ts';
import { type Params, spoken } from './mentions.ts';

interface Told {
  message: string;
  fields: { field: string; message: string }[];
}

/** The words for a code, filled with what it is about. */
export const say = (language: string, code: string, params: Params = {}): string =>
  messageOf(language, code, spoken(params, language));

/** What a refusal says in a language. A sentence that speaks of one field and its problem speaks of the first. */
export function tell({ code, params, fields }: Refusal, language: string): Told {
  const told = fields.map((each) => ({ field: each.field, message: say(language, each.code, each.params) }));
  const [first] = told;
  return {
    message: say(language, code, { field: first?.field ?? '', problem: first?.message ?? '', ...params }),
    fields: told,
  };
}
