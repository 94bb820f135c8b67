import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWeChatPay } from '../stand-ins/wechat-pay.ts';
import { newRefund, openCounter } from './counter.ts';

const forged = { code: 'payment-notice-refused' };
const refused = { code: 'payment-channel-failed' };

type Stand = Awaited<ReturnType<typeof startWeChatPay>>;

describe.each(['certificates', 'public key'] as const)('WeChat Pay with %s', (keys) => {
  let wechat: Stand;
  let counter: ReturnType<typeof openCounter>;
  beforeAll(async () => {
    wechat = await startWeChatPay({ keys });
    counter = openCounter(wechat);
  });
  afterAll(async () => {
    await counter.close();
    await wechat.stop();
  });

  async function begun(changes: Parameters<typeof counter.order>[0] = {}) {
    const order = counter.order(changes);
    return { order, start: await counter.channel.begin(order, counter.till()) };
  }

  test('a QR code is paid, repaid in parts and never repaid too much', async () => {
    const { order, start } = await begun();
    expect(start).toMatchObject({ qrText: expect.stringMatching(/^weixin:/), payUrl: '', script: undefined });
    expect(await counter.channel.ask(order, counter.till())).toMatchObject({ state: 'open', paid: undefined });
    await wechat.pay(order.id);
    const paid = {
      id: order.id,
      state: 'paid',
      paid: { amount: 990, currency: 'CNY' },
      merchant: wechat.provider.clientId,
    };
    expect(await counter.read(await wechat.notification(order.id))).toMatchObject(paid);
    expect(await counter.channel.ask(order, counter.till())).toMatchObject(paid);

    const { refund, askRefund } = counter.channel;
    const part = newRefund(400);
    expect(await refund?.(order, part, counter.till())).toMatchObject({ state: 'done' });
    expect(await refund?.(order, part, counter.till())).toMatchObject({ state: 'done' });
    await expect(refund?.(order, { ...part, amount: 1 }, counter.till())).rejects.toMatchObject(refused);
    await expect(refund?.(order, newRefund(591), counter.till())).rejects.toMatchObject(refused);
    expect(await askRefund?.(order, { ...part, vendorId: '' }, counter.till())).toMatchObject({ state: 'done' });
    expect(await askRefund?.(order, { ...newRefund(1), vendorId: '' }, counter.till())).toMatchObject({
      state: 'failed',
    });
    expect(await refund?.(order, newRefund(590), counter.till())).toMatchObject({ state: 'done' });
    // WeChat Pay says that money went back, and not how much.
    expect(await counter.channel.ask(order, counter.till())).toMatchObject({ state: 'paid', refunded: undefined });
    expect(wechat.ledger()).toEqual({ CNY: { received: 990, refunded: 990 } });
  });

  test('a phone gets a page that leads back to ours', async () => {
    const { order, start } = await begun({ buyer: { device: 'phone' } });
    expect(new URL(start.payUrl).searchParams.get('redirect_url')).toBe(order.returnUrl);
  });

  test('inside WeChat, a linked user gets a signed script, and others a QR code', async () => {
    const { start } = await begun({ buyer: { device: 'wechat', openId: 'o-1' } });
    const { appId, timeStamp, nonceStr, package: bought, signType, paySign = '' } = start.script ?? {};
    expect(signType).toBe('RSA');
    const text = [appId, timeStamp, nonceStr, bought].map((line) => `${line}\n`).join('');
    const key = createPublicKey(String(wechat.cert?.certificate));
    expect(verify('sha256', Buffer.from(text), key, Buffer.from(paySign, 'base64'))).toBe(true);
    expect((await begun({ buyer: { device: 'wechat' } })).start.qrText).not.toBe('');
  });

  test('a closed order takes no money, a paid one cannot be closed, and an unknown one is closed already', async () => {
    const { order: closed } = await begun();
    expect(await counter.channel.close(closed, counter.till())).toMatchObject({ state: 'closed' });
    expect(await counter.channel.close(closed, counter.till())).toMatchObject({ state: 'closed' });
    await expect(wechat.pay(closed.id)).rejects.toThrow();
    const { order: paid } = await begun();
    await wechat.pay(paid.id);
    expect(await counter.channel.close(paid, counter.till())).toMatchObject({ state: 'paid' });
    expect(await counter.channel.close(counter.order(), counter.till())).toMatchObject({ state: 'closed' });
    expect(await counter.channel.ask(counter.order(), counter.till())).toMatchObject({ state: 'open' });
  });

  test.each([...(['other-key', 'unsigned', 'changed-amount', 'other-merchant', 'old', 'cut'] as const)])(
    'a notification is refused: %s',
    async (lie) => {
      const { order } = await begun();
      await wechat.pay(order.id);
      const sent = await wechat.lie(order.id, lie);
      await expect(counter.read(sent ?? expect.fail())).rejects.toMatchObject(forged);
    },
  );

  test('a true notification of a lower amount says so', async () => {
    const { order } = await begun();
    await wechat.pay(order.id);
    const sent = await wechat.lie(order.id, 'lower-amount');
    expect(await counter.read(sent ?? expect.fail())).toMatchObject({ paid: { amount: 989 } });
  });

  test('a used order number and silence are refused', async () => {
    const { order } = await begun();
    await expect(counter.channel.begin({ ...order, amount: 1 }, counter.till())).rejects.toMatchObject(refused);
    wechat.isAway = true;
    await expect(counter.channel.ask(order, counter.till())).rejects.toMatchObject(refused);
    wechat.isAway = false;
  });
});

test('a new platform certificate is read once it signs, and strangers cause one reading a minute', async () => {
  let time = Date.now();
  const now = () => new Date(time);
  const wechat = await startWeChatPay({ now });
  const counter = openCounter(wechat, { now });
  const order = counter.order();
  await counter.channel.begin(order, counter.till());
  await wechat.pay(order.id);
  await counter.read(await wechat.notification(order.id));
  expect(wechat.readings).toBe(1);

  const sent = await wechat.notification(order.id);
  const stranger = { ...sent, headers: { ...sent.headers, 'wechatpay-serial': 'ABCDEF' } };
  for (let tries = 0; tries < 3; tries++) await expect(counter.read(stranger)).rejects.toMatchObject(forged);
  expect(wechat.readings).toBe(1);

  await wechat.rotate();
  time += 61_000;
  expect(await counter.read(await wechat.notification(order.id))).toMatchObject({ state: 'paid' });
  for (let tries = 0; tries < 3; tries++) await expect(counter.read(stranger)).rejects.toMatchObject(forged);
  expect(wechat.readings).toBe(2);
  await counter.close();
  await wechat.stop();
});

test('the paid orders of a day come from the bills of two days in Beijing', async () => {
  let time = Date.parse('2026-11-29T15:59:00Z');
  const now = () => new Date(time);
  const wechat = await startWeChatPay({ now });
  const counter = openCounter(wechat, { now });
  const paidAt = async (moment: string) => {
    time = Date.parse(moment);
    const order = counter.order({ expireTime: new Date(time + 60_000) });
    await counter.channel.begin(order, counter.till());
    await wechat.pay(order.id);
    return order.id;
  };
  await paidAt('2026-11-28T23:59:59Z');
  const first = await paidAt('2026-11-29T00:00:00Z');
  const last = await paidAt('2026-11-29T23:59:59Z');
  await paidAt('2026-11-30T00:00:00Z');

  const listed = async (day: string) => {
    const reports = counter.channel.paidOn?.(new Date(`${day}T00:00:00Z`), counter.till());
    return (await Array.fromAsync(reports ?? [])).map(({ id, paid, merchant }) => ({ id, paid, merchant }));
  };
  await expect(listed('2026-11-29')).rejects.toMatchObject(refused);
  time = Date.parse('2026-12-01T02:00:00Z');
  const facts = { paid: { amount: 990, currency: 'CNY' }, merchant: wechat.provider.clientId };
  expect(await listed('2026-11-29')).toEqual([first, last].map((id) => ({ id, ...facts })));
  time += 5 * 24 * 3_600_000;
  expect(await listed('2026-12-02')).toEqual([]);
  await counter.close();
  await wechat.stop();
});

test('an answer that WeChat Pay did not sign is refused', async () => {
  const [wechat, other] = await Promise.all([
    startWeChatPay({ keys: 'public key' }),
    startWeChatPay({ keys: 'public key' }),
  ]);
  const cert = { ...wechat.cert, authorityPublicKey: other.cert?.authorityPublicKey };
  const counter = openCounter({ ...wechat, cert });
  await expect(counter.channel.begin(counter.order(), counter.till())).rejects.toMatchObject(refused);
  await counter.close();
  await Promise.all([wechat.stop(), other.stop()]);
});
