import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Caller } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { markUsed, matchingSecret, otherSecretsColumn } from '../../kinds/application/client-secrets.ts';
import { countersThatRefuse, countWrongSecret } from '../locks/client-guesses.ts';
import { lockedColumn } from '../locks/guesses.ts';
import type { AccountDeps } from '../place/deps.ts';

interface Credentials {
  clientId: string;
  secret: string;
  address: string;
  now: Date;
}

/**
 * Identifies an application by its client id and secret. These calls come by the thousand, so the lookup reads the
 * locks too. Only a wrong secret, and a right one once a minute, costs a second statement.
 */
export async function clientCaller(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  { clientId, secret, address, now }: Credentials,
): Promise<Caller> {
  const counters = countersThatRefuse(clientId, secret, address);
  const { table, fromRow } = store('application');
  const row = await db
    .select('a.*', lockedColumn(db, counters, now), otherSecretsColumn(db))
    .from(db.raw('(SELECT 1) AS one LEFT JOIN ?? AS a ON a.client_id = ?', [table, clientId]))
    .first();
  const application = row.name === null ? undefined : (fromRow(row) as unknown as Application);
  const sent = { secret, present: application?.clientSecret ?? '', kept: row.kept_secrets, now };
  const proven = matchingSecret(sent, store('client-secret').fromRow);
  // A client of another type proves its identity differently, even if its row still holds a secret.
  const hasSecret = application?.isEnabled && application.clientType === 'confidential';
  if (!hasSecret || !proven || row.is_locked) {
    await countWrongSecret(db, clientId, address, now);
    throw new Refusal('sign-in-failed');
  }
  await markUsed(db, application.name, proven, now);
  const { name, organization, apiAccess } = application;
  return { type: 'application', name, organization, access: { level: apiAccess } };
}
