import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { CommerceDeps } from '../deps.ts';

type Named = Pick<Payment, 'name' | 'provider' | 'productName' | 'plan'>;
type Config = CommerceDeps['config'];

/** An order for a plan has no product. */
export const itemInAddress = ({ productName, plan }: Pick<Payment, 'productName' | 'plan'>): string =>
  plan ? 'plan' : productName;

const path = (...names: readonly string[]) => names.map(encodeURIComponent).join('/');

/** The page with the result of an order. */
export const resultPage = ({ DOORWRIGHT_ORIGIN }: Config, { name }: Named): string =>
  `${DOORWRIGHT_ORIGIN}/payments/${path(name)}/result`;

/** The address that the vendor notifies of an order, as in Casdoor 2022. */
export const resultNotice = ({ DOORWRIGHT_ORIGIN }: Config, order: Named): string =>
  `${DOORWRIGHT_ORIGIN}/api/notify-payment/${path('admin', order.provider, itemInAddress(order), order.name)}`;
