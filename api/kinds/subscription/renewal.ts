import { tableName } from '@doorwright/crds/derive/tables.ts';
import { payment } from '@doorwright/crds/kinds/payment.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';

type Parts = Pick<Work, 'sql' | 'now'>;

/** An order renews the subscription that names it. Any other renewal is unwanted, and its vendor is told so. */
export const noRenewal = { renewalOrder: '', renewalTime: '' } as const;

/**
 * Ends the renewal of a subscription: the fields that it has afterwards. The clock tells the vendor within seconds. It tries until the vendor agrees, so
 * a crash loses nothing.
 */
export async function endRenewal(
  { sql, now }: Parts,
  { renewalOrder }: Pick<Subscription, 'renewalOrder'>,
): Promise<Partial<Subscription>> {
  if (!renewalOrder) return {};
  await sql(tableName(payment))
    .where({ owner: 'admin', name: renewalOrder })
    .whereNotNull('renewal_ask_time')
    .update({ renewal_ask_time: now, renewal_asked: 0 });
  return noRenewal;
}
