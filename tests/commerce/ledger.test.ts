import { expect, test } from 'vitest';
import { mixedOrders } from './mixed-orders.ts';

test('after mixed orders with failures, the money that the vendors took equals ours, to the cent', async () => {
  const { shop, ours, theirs, states } = await mixedOrders(72);
  try {
    expect(ours).toEqual(theirs);
    expect(states.Created).toBeUndefined();
    for (const state of ['Paid', 'Refunded', 'Error', 'Expired']) expect(states[state], state).toBeGreaterThan(0);
    const rows = await shop.app.db('products').select('quantity', 'sold');
    const sold = rows.reduce((sum, each) => sum + each.sold, 0);
    expect(sold).toBe(states.Paid);
    expect(rows.reduce((sum, each) => sum + each.quantity, 0)).toBe(72 - sold);
  } finally {
    await shop.stop();
  }
}, 120_000);
