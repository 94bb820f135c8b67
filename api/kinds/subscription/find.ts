import type { Plan } from '@doorwright/crds/kinds/plan.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';

type Parts = Pick<Work, 'sql' | 'store'>;

export const idOf = ({ owner, name }: { owner: string; name: string }) => `${owner}/${name}`;

async function named(kind: string, id: string, { sql, store }: Parts) {
  const slash = id.indexOf('/');
  return store(kind).find(sql, id.slice(0, slash), id.slice(slash + 1));
}

export const planOf = async (id: string, parts: Parts) => (await named('plan', id, parts)) as Plan | undefined;

/** Keeps others from starting or changing subscriptions of a user until the end of the transaction. Undefined if the user is gone. */
export const lockSubscriber = async ({ owner, name }: Pick<User, 'owner' | 'name'>, { sql, store }: Parts) =>
  (await store('user').find(sql, owner, name, 'forNoKeyUpdate')) as User | undefined;

/**
 * The subscription of a user at a pricing. There is one at most, whichever plan they have: orders, trials and changes share it. In a transaction it stays
 * as it is until the end.
 */
export async function subscriptionAt(
  pricing: string,
  user: Pick<User, 'owner' | 'name'>,
  { sql, store }: Parts,
): Promise<Subscription | undefined> {
  const { table, fromRow } = store('subscription');
  const query = sql(table)
    .where({ pricing, user: idOf(user) })
    .orderBy('name')
    .first();
  const row = await (sql.isTransaction ? query.forNoKeyUpdate() : query);
  return row && (fromRow(row) as Subscription);
}
