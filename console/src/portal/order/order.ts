import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { priceText } from '../../shared/price-text.ts';
import { call } from '../call.ts';

/** An order as its buyer sees it. */
export interface Order {
  payment: Payment;
  /** The address of the shop with the proof of the payment, or empty. */
  returnTo: string;
}

/** Asks the server what became of an order. It asks the payment service, but not too often. */
export async function readOrder(name: string): Promise<Order> {
  const { data, data2 } = await call<Payment>('confirm-payment', { query: { id: `admin/${name}` }, body: {} });
  return { payment: data, returnTo: String(data2 ?? '') };
}

export const pricePaid = ({ price, currency }: Pick<Payment, 'price' | 'currency'>): string =>
  `${priceText(price, currency, document.documentElement.lang)} (${currency})`;

/** A payment by hand may have no product. */
export const titleOf = ({ productDisplayName, productName, name }: Payment): string =>
  productDisplayName || productName || name;
