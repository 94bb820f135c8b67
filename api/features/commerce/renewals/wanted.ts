import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';

type Parts = Pick<Work, 'sql' | 'store'>;

/** The subscription that an order renews. In a transaction it stays as it is until the end. */
export async function renewedBy({ sql, store }: Parts, order: string): Promise<Subscription | undefined> {
  const { table, fromRow } = store('subscription');
  const query = sql(table).where({ renewal_order: order }).first();
  const row = await (sql.isTransaction ? query.forNoKeyUpdate() : query);
  return row && (fromRow(row) as unknown as Subscription);
}

/** A vendor takes money only for a subscription that runs, of a user who is there. Whatever has ended it, the answer follows. */
export async function isWanted(parts: Parts, { name, organization, user }: Payment): Promise<boolean> {
  const found = await renewedBy(parts, name);
  if (!found?.isEnabled || (found.state !== 'Active' && found.state !== 'PastDue')) return false;
  const there = (await parts.store('user').find(parts.sql, organization, user)) as User | undefined;
  return there !== undefined && !there.isDeleted;
}
