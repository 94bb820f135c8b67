import { type Found, mostOfSource, type Source } from '../notification.ts';

/** Payments about which we and the payment service differ. The money is the platform's, so only global administrators see them. */
export const payments: Source =
  ({ db, store }) =>
  async ({ organization }) => {
    if (organization !== undefined) return [];
    const rows = await db(store('payment-difference').table).orderBy('created_time', 'desc').limit(mostOfSource);
    return rows.map(
      ({ id, words, created_time }): Found => ({
        ...{ code: 'paymentDiffers', tone: 'danger', params: { name: id, problem: words } },
        ...{ since: created_time.toISOString(), subject: { kind: 'payment', owner: 'admin', name: id }, cause: words },
      }),
    );
  };
