import { call } from '../call.ts';
import type { FieldName, Values } from '../signup/signup-fields.ts';

/** What an application asks its signed-in user, and the values so far. */
export interface Asked {
  items: readonly { name: string; isAnswered: boolean; isFixed: boolean }[];
  links: readonly { name: string; isLinked: boolean }[];
  values: Partial<Values>;
}

export const readPrompt = async (application: string): Promise<Asked> =>
  (await call<Asked>('get-prompt', { query: { application } })).data;

/** Saves the answer to one item. */
export const saveAnswer = async (
  application: string,
  item: string,
  values: Partial<Record<FieldName, string>>,
): Promise<Asked> => (await call<Asked>('answer-prompt', { body: { application, item, ...values } })).data;
