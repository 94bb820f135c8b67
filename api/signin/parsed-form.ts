import type { z } from 'zod';
import { invalid, withoutNulls } from '../core/objects/input.ts';
import { problemsOf } from '../core/objects/schema-problems.ts';

/** The body of a request as its form reads it. Forms that no page builds may come without a body at all. */
export function parsed<T>(form: z.ZodType<T>, body: unknown): T {
  const result = form.safeParse(withoutNulls(body ?? {}));
  if (!result.success) throw invalid(problemsOf(result.error));
  return result.data;
}
