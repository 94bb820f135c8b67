import { EgressError } from '../egress/failure.ts';
import type { Answer } from '../egress/gate.ts';
import { Refusal } from '../http/errors.ts';

/** Of one request to a store in a cloud. */
export const timeoutMs = 20_000;

/** The vendors name what went wrong in the same member of XML. */
export const codeIn = ({ body }: Pick<Answer, 'body'>): string =>
  /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1] ?? '';

/** What the vendor refused is told in its own word; what may be better in a moment is an error of the way there. */
export function checkAnswer(answer: Answer): void {
  if (answer.status < 300) return;
  const problem = `${answer.status} ${codeIn(answer)}`.trim();
  if (answer.status >= 500) throw new EgressError(new URL(answer.url).host, problem);
  throw new Refusal('storage-failed', { problem });
}

/** Nothing is left to delete. */
export const isGone = (answer: Answer): boolean => codeIn(answer) === 'NoSuchKey';

/** An address that may have been written without its scheme. */
export const urlOf = (address: string): string =>
  (/^https?:\/\//.test(address) ? address : `https://${address}`).replace(/\/+$/, '');
