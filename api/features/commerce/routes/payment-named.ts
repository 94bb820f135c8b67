import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { parseId } from '../../../core/objects/storage/ids.ts';
import type { CommerceDeps } from '../deps.ts';

/** A payment that the caller may read, as it is stored. */
export async function paymentNamed(deps: CommerceDeps, context: RequestContext, id: string): Promise<Payment> {
  const kind = deps.registry.named('payment');
  const { key } = parseId(kind, id);
  await deps.objects.get(kind, context, { owner: 'admin', key });
  return (await deps.store('payment').find(deps.db, 'admin', key)) as unknown as Payment;
}
