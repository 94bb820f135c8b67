export interface Written {
  currency_code: string;
  value: string;
}

export interface Refund {
  id: string;
  value: string;
  custom: string;
}

/** What PayPal keeps of an order. */
export interface Kept {
  id: string;
  custom: string;
  invoice: string;
  amount: Written;
  returnUrl: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  capture: 'COMPLETED' | 'DECLINED' | undefined;
  captureTime: string;
  refunds: Refund[];
}

const api = 'https://api-m.paypal.com';

/** In hundredths, which all of PayPal's currencies fit in. */
export const unitsOf = (value: string): number => Math.round(Number(value) * 100);
export const refundedOf = ({ refunds }: Kept): number => refunds.reduce((sum, { value }) => sum + unitsOf(value), 0);
export const captureIdOf = ({ id }: Kept): string => `C${id}`;

function captureStatusOf(kept: Kept): string {
  if (refundedOf(kept) === 0) return kept.capture ?? '';
  return refundedOf(kept) === unitsOf(kept.amount.value) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

export const captureOf = (kept: Kept) => ({
  id: captureIdOf(kept),
  ...{ status: captureStatusOf(kept), amount: kept.amount, final_capture: true },
  ...(kept.capture === 'DECLINED' && { status_details: { reason: 'DECLINED_BY_RISK_FRAUD_FILTERS' } }),
  ...{ custom_id: kept.custom, invoice_id: kept.invoice, create_time: kept.captureTime },
  supplementary_data: { related_ids: { order_id: kept.id } },
  links: [{ rel: 'up', href: `${api}/v2/checkout/orders/${kept.id}`, method: 'GET' }],
});

export const refundOf = (kept: Kept, { id, value, custom }: Refund) => ({
  ...{ id, status: 'COMPLETED', amount: { ...kept.amount, value }, custom_id: custom, invoice_id: kept.invoice },
  links: [{ rel: 'up', href: `${api}/v2/payments/captures/${captureIdOf(kept)}`, method: 'GET' }],
});

export const orderOf = (kept: Kept) => ({
  ...{ id: kept.id, intent: 'CAPTURE', status: kept.status, update_time: kept.captureTime || '2026-11-29T12:00:00Z' },
  purchase_units: [
    {
      ...{ reference_id: 'default', amount: kept.amount, custom_id: kept.custom, invoice_id: kept.invoice },
      payee: { merchant_id: '5L2H5Z3WB9WY6' },
      ...(kept.capture && {
        payments: {
          captures: [captureOf(kept)],
          ...(kept.refunds.length > 0 && { refunds: kept.refunds.map((each) => refundOf(kept, each)) }),
        },
      }),
    },
  ],
  links: [
    { rel: 'self', href: `${api}/v2/checkout/orders/${kept.id}`, method: 'GET' },
    { rel: 'payer-action', href: `https://www.paypal.com/checkoutnow?token=${kept.id}`, method: 'GET' },
  ],
});
