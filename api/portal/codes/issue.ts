import { randomInt } from 'node:crypto';
import type { AccountDeps } from '../../accounts/deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { Visit } from '../../resources/records.ts';
import { type Claim, codeId } from './claim.ts';
import { answerDigests } from './digest.ts';

export const codeMinutes = 10;
const restMs = 60_000;
const digits = 5;

/**
 * Makes a new code, which voids the one before. One statement, so that of two requests at the same time, on whichever
 * replicas, one is too soon.
 */
export async function issueCode(
  { db, store, box }: Pick<AccountDeps, 'db' | 'store' | 'box'>,
  claim: Claim & { provider: string },
  { now, clientIp }: Pick<Visit, 'now' | 'clientIp'>,
): Promise<string> {
  const { table, toRow } = store('verification-code');
  const id = codeId(claim);
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const { organization, ...rest } = claim;
  const row = toRow({
    ...rest,
    owner: organization,
    id,
    createdTime: now.toISOString(),
    version: 1,
    digest: answerDigests(box, id, code)[0],
    clientIp,
    attempts: 0,
    isUsed: false,
    expireTime: new Date(now.getTime() + codeMinutes * 60_000).toISOString(),
  });
  const stored = await db(table)
    .insert(row)
    .onConflict(['owner', 'id'])
    .merge()
    .where(`${table}.created_time`, '<=', new Date(now.getTime() - restMs))
    .returning('id');
  if (stored.length === 0) {
    const retryAfterSeconds = restMs / 1000;
    throw new Refusal('code-too-soon', {}, { retryAfterSeconds });
  }
  return code;
}

/** Takes back a code that could not be sent, so that the next try need not wait. */
export const withdrawCode = ({ db, store }: Pick<AccountDeps, 'db' | 'store'>, claim: Claim): Promise<number> =>
  db(store('verification-code').table)
    .where({ owner: claim.organization, id: codeId(claim) })
    .delete();
