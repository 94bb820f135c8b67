import { z } from 'zod';
import { refusedBy, type Till } from '../channel.ts';
import { reach, shaped } from '../reach.ts';
import { accessTokenOf, forgetToken, gatewayOf } from './token.ts';

const refusal = z.object({
  name: z.string().default(''),
  message: z.string().default(''),
  details: z.array(z.object({ issue: z.string().default(''), description: z.string().default('') })).default([]),
});

interface Question {
  path: string;
  /** As JSON. Without it, the question is a GET. */
  body?: string;
  /** A second request with this ID is the same request. */
  requestId?: string;
}

/** What PayPal refused: its code, and all of its words. */
export interface Failure {
  failure: string;
  words: string;
}

function failureOf(status: number, text: string): Failure {
  const { name, message, details } = shaped(refusal, text || '{}', `PayPal's answer ${status}`);
  const { issue, description } = details[0] ?? { issue: name, description: message };
  return { failure: issue, words: `${status} ${issue} ${description}` };
}

/** Asks PayPal, and answers its refusal too. */
export async function attempt<S extends z.ZodType>(
  till: Till,
  { path, body, requestId }: Question,
  schema: S,
): Promise<z.output<S> | Failure> {
  const { status, body: answer } = await reach(till.way, `${gatewayOf(till)}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${await accessTokenOf(till)}`,
      'Content-Type': 'application/json',
      // All of the object, not only its ID.
      Prefer: 'return=representation',
      ...(requestId && { 'PayPal-Request-Id': requestId }),
    },
    ...(body !== undefined && { body }),
  });
  if (status === 401) forgetToken(till);
  if (status >= 300) return failureOf(status, answer.toString());
  // Some successes have no answer.
  return shaped(schema, status === 204 ? '{}' : answer.toString(), "PayPal's answer");
}

export const isFailure = (answer: unknown): answer is Failure =>
  typeof answer === 'object' && answer !== null && 'failure' in answer;

/** Asks PayPal. Its refusal is ours. */
export async function ask<S extends z.ZodType>(till: Till, question: Question, schema: S): Promise<z.output<S>> {
  const answer = await attempt(till, question, schema);
  if (isFailure(answer)) throw refusedBy(answer.words);
  return answer;
}
