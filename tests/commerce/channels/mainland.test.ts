import { assertTaken } from '@doorwright/api/providers/payment/channel.ts';
import { channels } from '@doorwright/api/providers/payment/index.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { expect, test } from 'vitest';

test.each(['Alipay', 'GC', 'WeChat Pay'] as const)('%s takes CNY, and refuses another currency by its name', (type) => {
  const provider = { type } as Provider;
  const pay = (currency: 'CNY' | 'USD') => () => assertTaken(channels[type], { amount: 990, currency }, provider);
  expect(pay('CNY')).not.toThrow();
  expect(pay('USD')).toThrow(
    expect.objectContaining({ code: 'payment-currency-refused', params: { type, currency: 'USD' } }),
  );
});
