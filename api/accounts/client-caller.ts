import { createHash, timingSafeEqual } from 'node:crypto';
import type { Application } from '@doorwright/crds/models/application.ts';
import type { Caller } from '../http/callers.ts';
import { Refusal } from '../http/errors.ts';
import type { AccountDeps } from './deps.ts';
import { addressCounter, clientCounter, countWrong, lockedColumn } from './guesses.ts';

interface Credentials {
  clientId: string;
  secret: string;
  address: string;
  now: Date;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Digests have one length whatever was sent, so that comparing them tells nothing by its time. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

/**
 * The application that a client id and secret stand for. The lookup asks for a lock too; only wrong secrets cost a
 * second statement, for these calls come by the thousand.
 */
export async function clientCaller(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  { clientId, secret, address, now }: Credentials,
): Promise<Caller> {
  const counters = [clientCounter(clientId, address), addressCounter(address)];
  const { table, fromRow } = store('application');
  const row = await db
    .select('a.*', lockedColumn(db, counters, now))
    .from(db.raw('(SELECT 1) AS one LEFT JOIN ?? AS a ON a.client_id = ?', [table, clientId]))
    .first();
  const application = row.name === null ? undefined : (fromRow(row) as unknown as Application);
  const isRight = isSame(secret, application?.clientSecret ?? '') && application !== undefined && secret !== '';
  if (!isRight || row.is_locked) {
    await countWrong(db, counters, now);
    throw new Refusal('sign-in-failed');
  }
  return { type: 'application', name: application.name, organization: application.organization };
}
