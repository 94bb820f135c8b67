import { messageOf } from '@doorwright/locales';
import type { Refusal } from './errors.ts';
import { type Params, spoken } from './mentions.ts';

interface Told {
  message: string;
  /** What fills it, as far as that is of no language: a page that changes its own says it anew, by its code. */
  params: Record<string, string | number>;
  fields: { field: string; message: string }[];
}

/** The words for a code, filled with what it is about. */
export const say = (language: string, code: string, params: Params = {}): string =>
  messageOf(language, code, spoken(params, language));

/** Kinds are told in words of a language, and lists of objects by their kinds. */
const isPlain = (pair: [string, Params[string]]): pair is [string, string | number] =>
  pair[0] !== 'kind' && typeof pair[1] !== 'object';

/** What a refusal says in a language. A sentence that speaks of one field and its problem speaks of the first. */
export function tell({ code, params, fields }: Refusal, language: string): Told {
  const told = fields.map((each) => ({ field: each.field, message: say(language, each.code, each.params) }));
  const [first] = told;
  return {
    message: say(language, code, { field: first?.field ?? '', problem: first?.message ?? '', ...params }),
    params: Object.fromEntries(Object.entries(params).filter(isPlain)),
    fields: told,
  };
}
