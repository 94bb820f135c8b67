import { textOf } from '../profile.ts';
import { refusedBy } from '../sign-in-service.ts';
import type { Json } from './read-json.ts';

/** The names of a service for the code of a failure and for its words. */
export type FailureNames = readonly [code: string, words: string];

/** Many services answer a failure with status 200 and a code other than 0. */
export function accepted(answer: Json, [code, words]: FailureNames): Json {
  const failure = textOf(answer[code]);
  if (failure && failure !== '0') throw refusedBy(`${failure} ${textOf(answer[words])}`.trim());
  return answer;
}

/** A member that a successful answer has. */
export function memberOf(answer: Json, name: string): string {
  const member = textOf(answer[name]);
  if (!member) throw refusedBy(`the answer has no ${name}`);
  return member;
}
