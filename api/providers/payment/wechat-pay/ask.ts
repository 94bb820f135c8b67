import { z } from 'zod';
import { refusedBy, type Till } from '../channel.ts';
import { shaped } from '../reach.ts';
import { platformKey } from './platform-keys.ts';
import { sent, type Wanted } from './request.ts';
import { fits, isFresh, type Signed, signedBy } from './signed.ts';

const failure = z.object({ code: z.string(), message: z.string().default('') });

async function isProved(proof: Signed, till: Till): Promise<boolean> {
  if (proof.signature === '' || !isFresh(proof, till.now)) return false;
  const key = await platformKey(proof.serial, till);
  return key !== undefined && fits(proof, key);
}

/**
 * Asks WeChat Pay, and verifies the signature of the answer. A failure with one of the given codes is an answer too, namely undefined. All
 * other failures are refusals. WeChat Pay does not sign the failure of a request whose own signature it cannot verify.
 */
export async function ask<S extends z.ZodType>(
  wanted: Wanted,
  till: Till,
  shape: S,
  answers: readonly string[] = [],
): Promise<z.output<S> | undefined> {
  const { status, headers, body } = await sent(wanted, till);
  const text = body.toString();
  const isGood = status >= 200 && status <= 299;
  const proved = await isProved(
    signedBy((name) => headers.get(name) ?? '', text),
    till,
  );
  if (isGood && !proved) throw refusedBy('the signature of the answer of WeChat Pay is wrong');
  if (isGood) return shaped(shape, text || '{}', 'the answer of WeChat Pay');
  const { code, message } = shaped(failure, text || '{}', `the failure ${status} of WeChat Pay`);
  if (proved && answers.includes(code)) return undefined;
  throw refusedBy(`${code} ${message}`.trim());
}
