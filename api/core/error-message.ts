import { messageOf } from '@doorwright/locales';
import type { Refusal } from './errors.ts';
import { type MessageParams, translateParams } from './message-params.ts';

interface ErrorMessage {
  message: string;
  /**
   * Values for the message that depend on no language. A page uses them to show the message again in another
   * language.
   */
  params: Record<string, string | number>;
  fields: { field: string; message: string }[];
}

/** The message of a code in a language, filled with its parameters. */
export const messageForCode = (language: string, code: string, params: MessageParams = {}): string =>
  messageOf(language, code, translateParams(params, language));

/** Kinds and lists of objects are translated, so they are no plain values. */
const isPlain = (pair: [string, MessageParams[string]]): pair is [string, string | number] =>
  pair[0] !== 'kind' && typeof pair[1] !== 'object';

/** The message of a refusal. If the sentence mentions one field and its problem, these are the first. */
export function errorMessage({ code, params, fields }: Refusal, language: string): ErrorMessage {
  const problems = fields.map((each) => ({
    field: each.field,
    message: messageForCode(language, each.code, each.params),
  }));
  const [first] = problems;
  return {
    message: messageForCode(language, code, { field: first?.field ?? '', problem: first?.message ?? '', ...params }),
    params: Object.fromEntries(Object.entries(params).filter(isPlain)),
    fields: problems,
  };
}
