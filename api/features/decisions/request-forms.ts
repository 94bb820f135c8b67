import { z } from 'zod';
import type { Caller } from '../../core/callers.ts';
import { nameOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import { problemsOf } from '../../core/objects/rules/schema-problems.ts';

const mostQuestions = 1000;
const value = z.string().min(1).max(1000);

/** The form of Casdoor 2022. */
const numbered = z.object({
  v0: value.optional().describe('owner/name of the permission.'),
  v1: value.optional().describe('owner/name of the user; without it, the signed-in user.'),
  v2: value.describe('Resource.'),
  v3: value.optional().describe('Action.'),
  v4: value.optional(),
  v5: value.optional(),
});
/** The form of later clients: the request in the order of the model.  */
const listed = z.array(value).min(1).max(6).describe('User, resource and action, or what the model asks for.');

export const oneForm = z.union([numbered, listed]);
export const manyForm = z.array(oneForm).min(1).max(mostQuestions);

export interface Question {
  /** Id of the permission, in the form of Casdoor 2022. */
  permission?: string;
  request: string[];
  /**
   * Later clients expect a list with one answer for each permission or model. We return a list with one answer for
   * all.
   */
  isListed: boolean;
}

function askedBy(form: z.infer<typeof oneForm>, caller: Caller): Question {
  if (Array.isArray(form)) return { request: form, isListed: true };
  const { v0, v1, v2, v3, v4, v5 } = form;
  const user = v1 ?? (caller.type === 'user' ? nameOf(caller) : undefined);
  if (!user) throw new Refusal('missing-parameter', { name: 'v1' });
  const request = [user, v2, v3, v4, v5].filter((each) => each !== undefined);
  return { ...(v0 && { permission: v0 }), request, isListed: false };
}

function parsed<T>(form: z.ZodType<T>, body: unknown): T {
  const result = form.safeParse(body);
  if (!result.success) throw invalid(problemsOf(result.error));
  return result.data;
}

export const questionIn = (body: unknown, caller: Caller): Question => askedBy(parsed(oneForm, body), caller);

/** In Casdoor 2022, all requests of a batch use the permission of the first. */
export function questionsIn(body: unknown, caller: Caller): Question[] {
  const all = parsed(manyForm, body).map((form) => askedBy(form, caller));
  const permission = all[0]?.permission;
  return all.map((each) => ({ ...(permission && { permission }), ...each }));
}
