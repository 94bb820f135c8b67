import { createHash, timingSafeEqual } from 'node:crypto';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { z } from 'zod';
import { beijingTime } from '../../beijing-time.ts';
import { refusedBy, type Till } from '../channel.ts';
import { reach, shaped } from '../reach.ts';

/** The signed part of a message. */
export interface Message {
  op: string;
  xmpch: string;
  version: string;
  /** JSON in base64. */
  data: string;
  /** `YYYYMMDDHHMMSS` in Beijing. */
  requesttime: string;
}

/** The digest over a message and the key, which GC calls a signature: MD5 in upper case. */
export const signOf = ({ data, op, requesttime, version, xmpch }: Message, key: string): string =>
  createHash('md5')
    .update(`data=${data}&op=${op}&requesttime=${requesttime}&version=${version}&xmpch=${xmpch}${key}`)
    .digest('hex')
    .toUpperCase();

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in the same time for every text, so nobody can guess a signature character by character. */
export const isSignedBy = (message: Message, sign: string, key: string): boolean =>
  timingSafeEqual(digest(signOf(message, key)), digest(sign));

export const decoded = (data: string): string => Buffer.from(data, 'base64').toString();

/** The time in the digits of GC. */
export const gcTime = (time: Date): string => beijingTime(time).replace(/\D/g, '');

const answered = z.object({
  return_code: z.string(),
  return_msg: z.string().default(''),
  data: z.string().default(''),
});

/** Sends an operation, and reads the data of its answer. The protocol names no signature of answers: they come over TLS. */
export async function send<S extends z.ZodType>(
  op: string,
  content: Readonly<Record<string, string>>,
  { provider, way, now }: Till,
  answer: S,
): Promise<z.output<S>> {
  const message: Message = {
    op,
    xmpch: provider.clientId,
    version: '1.4',
    data: Buffer.from(JSON.stringify(content)).toString('base64'),
    requesttime: gcTime(now),
  };
  const { status, body } = await reach(way, addressOf(provider), {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify({ ...message, sign: signOf(message, provider.clientSecret) }),
  });
  if (status !== 200) throw refusedBy(`GC answered ${status}`);
  const { return_code, return_msg, data } = shaped(answered, body.toString(), 'the answer of GC');
  if (return_code !== 'SUCCESS') throw refusedBy(`${return_code}: ${return_msg}`);
  return shaped(answer, decoded(data), 'the data of GC');
}
