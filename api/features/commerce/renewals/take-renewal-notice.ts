import { tableName } from '@doorwright/crds/derive/tables.ts';
import { payment as kind, type Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { RenewalNotice } from '../../../providers/payment/renewal.ts';
import type { CommerceDeps } from '../deps.ts';
import { askVendor } from '../orders/ask.ts';
import { cycleKey } from '../orders/cycle-key.ts';
import { followRenewal, openRenewal } from './follow.ts';

const table = tableName(kind);

type Wanted = Partial<Record<'name' | 'renewal_id' | 'renewal_of' | 'renewal_cycle', string>>;

async function find({ db, store }: CommerceDeps, provider: string, wanted: Wanted): Promise<Payment | undefined> {
  if (Object.values(wanted)[0] === '') return undefined;
  const row = await db(table)
    .where({ owner: 'admin', provider, ...wanted })
    .first();
  return row && (store('payment').fromRow(row) as unknown as Payment);
}

/** The order with which a subscription began, by its number or by the vendor's ID. */
const firstOf = async (deps: CommerceDeps, provider: string, { order, id }: RenewalNotice) =>
  (await find(deps, provider, { name: order })) ?? (await find(deps, provider, { renewal_id: id, renewal_of: '' }));

/**
 * Takes a true notification about a subscription: the vendor is asked, and its answer counts. An account at a vendor may serve other shops too, so a
 * subscription that is not ours is taken without a word.
 */
export async function takeRenewalNotice(
  deps: CommerceDeps,
  { name: provider, type }: Pick<Provider, 'name' | 'type'>,
  notice: RenewalNotice,
): Promise<void> {
  const key = notice.cycle && cycleKey({ type }, notice.cycle);
  const known = await find(deps, provider, { renewal_cycle: key });
  const found = await firstOf(deps, provider, notice);
  const isUnpaid = found !== undefined && found.state !== 'Paid' && found.state !== 'Refunded';
  const first = isUnpaid ? await askVendor(deps, found, 'notice') : found;
  // What went back of a known cycle stands at the vendor.
  if (known) await askVendor(deps, known, 'notice');
  if (!first?.renewalCycle) return;
  const desk = await openRenewal(deps, first);
  if (desk) await followRenewal(deps, first, desk, 'notice');
}
