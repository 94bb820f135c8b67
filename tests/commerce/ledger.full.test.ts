import { expect, test } from 'vitest';
import { mixedOrders } from './mixed-orders.ts';

test('after 5,000 mixed orders with failures, the money that the vendors took equals ours, to the cent', async () => {
  const { shop, ours, theirs, states } = await mixedOrders(5_000);
  try {
    expect(ours).toEqual(theirs);
    expect(states.Created).toBeUndefined();
  } finally {
    await shop.stop();
  }
}, 3_600_000);
