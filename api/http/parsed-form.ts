import type { z } from 'zod';
import { bodyObject, invalid, withoutNulls } from '../core/objects/rules/input.ts';
import { problemsOf } from '../core/objects/rules/schema-problems.ts';

function read<T>(form: z.ZodType<T>, members: unknown): T {
  const result = form.safeParse(members);
  if (!result.success) throw invalid(problemsOf(result.error));
  return result.data;
}

/** The body of a request as its form reads it. Programs send some forms without a body. */
export const parsed = <T>(form: z.ZodType<T>, body: unknown): T => read(form, withoutNulls(body ?? {}));

/** The same for a form that must have a body, and takes no null for a missing member. */
export const parsedStrictly = <T>(form: z.ZodType<T>, body: unknown): T => read(form, bodyObject(body));
