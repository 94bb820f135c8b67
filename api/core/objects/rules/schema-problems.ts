import type { Told as ModelTold } from '@doorwright/crds/problem.ts';
import { type ProblemCode, problemSaid } from '@doorwright/locales';
import type { z } from 'zod';
import type { FieldProblem } from '../../errors.ts';

type Problem = Pick<FieldProblem, 'code' | 'params'>;
type Issue = z.core.$ZodIssue;
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

/** `['providers', 0, 'name']` → `providers[0].name`. */
const pathOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step)),
    '',
  );

const types: Partial<Record<string, ProblemCode>> = {
  string: 'not-text',
  number: 'not-number',
  int: 'not-whole',
  boolean: 'not-flag',
  array: 'not-list',
  object: 'not-object',
  record: 'not-object',
};

function tooSmall({ origin, minimum }: IssueOf<'too_small'>): Problem {
  const min = Number(minimum);
  if (origin === 'string') return min === 1 ? { code: 'empty' } : { code: 'too-short', params: { min } };
  return { code: origin === 'array' ? 'too-few-entries' : 'too-small', params: { min } };
}

function tooBig({ origin, maximum }: IssueOf<'too_big'>): Problem {
  const code = origin === 'string' ? 'too-long' : origin === 'array' ? 'too-many-entries' : 'too-big';
  return { code, params: { max: Number(maximum) } };
}

/** The problem for each code of zod. A pattern's message has no place for a code, so it is looked up. */
const problemByCode: { [Code in Issue['code']]: (issue: IssueOf<Code>) => Problem } = {
  invalid_type: ({ expected }) => ({ code: types[expected] ?? 'wrong' }),
  too_small: tooSmall,
  too_big: tooBig,
  invalid_format: ({ format, message }) => ({
    code: format === 'datetime' ? 'not-moment' : (problemSaid(message) ?? 'wrong'),
  }),
  invalid_value: ({ values }) => ({ code: 'not-one-of', params: { allowed: values.join(', ') } }),
  unrecognized_keys: ({ keys }) => ({ code: 'unknown-members', params: { names: keys.join(', ') } }),
  not_multiple_of: () => ({ code: 'wrong' }),
  // The last option is the intended form. The options before it stand for "empty".
  invalid_union: ({ errors }) => problemOf(errors.at(-1)?.[0]),
  invalid_key: ({ issues }) => problemOf(issues[0]),
  invalid_element: ({ issues }) => problemOf(issues[0]),
  custom: ({ params, message }) => (params as ModelTold | undefined) ?? { code: problemSaid(message) ?? 'wrong' },
};

const problemOf = (issue: Issue | undefined): Problem =>
  issue ? (problemByCode[issue.code] as (issue: Issue) => Problem)(issue) : { code: 'wrong' };

export const problemsOf = (error: z.ZodError): FieldProblem[] =>
  error.issues.map((issue) => ({ field: pathOf(issue.path), ...problemOf(issue) }));
