import { randomBytes, randomInt } from 'node:crypto';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { answerDigests } from '../place/answer-digest.ts';
import type { AccountDeps } from '../place/deps.ts';

type Deps = Pick<AccountDeps, 'db' | 'store' | 'box'>;

const lifetime = 10 * 60_000;
const digits = 5;

/** Makes one of our captchas. Its row holds the digest of the answer, so every replica can judge it. */
export async function newChallenge(
  { db, store, box }: Deps,
  { organization, application }: { organization: string; application: string },
  { now, clientIp }: Pick<RequestContext, 'now' | 'clientIp'>,
): Promise<{ id: string; answer: string }> {
  const id = randomBytes(15).toString('base64url');
  const answer = String(randomInt(10 ** digits)).padStart(digits, '0');
  await store('verification-code').insert(db, {
    owner: organization,
    createdTime: now.toISOString(),
    version: 1,
    id,
    application,
    purpose: 'captcha',
    digest: answerDigests(box, id, answer)[0],
    clientIp,
    expireTime: new Date(now.getTime() + lifetime).toISOString(),
  });
  return { id, answer };
}

/** Judges an answer. Each captcha takes one answer, right or wrong. */
export async function isSolved(
  { db, store, box }: Deps,
  { organization, application, id, answer }: { organization: string; application: string; id: string; answer: string },
  now: Date,
): Promise<boolean> {
  const [row] = await db(store('verification-code').table)
    .where({ owner: organization, id, application, purpose: 'captcha' })
    .delete()
    .returning(['digest', 'expire_time']);
  if (!row || row.expire_time <= now) return false;
  return answerDigests(box, id, answer.replaceAll(/[\s,]/g, '')).includes(row.digest);
}
