import { createHash } from 'node:crypto';
import { amountOf } from '@doorwright/crds/values/money.ts';
import { z } from 'zod';
import { beijingTime } from '../../beijing-time.ts';
import { type Report, refusedBy, type Till } from '../channel.ts';
import { ask } from './ask.ts';
import { billRows } from './bill-rows.ts';
import { sent } from './request.ts';

const dayMs = 24 * 3_600_000;
/** WeChat Pay writes the bill of a day in Beijing until ten o'clock of the next day. */
const writtenAfterMs = dayMs + 10 * 3_600_000;

const offer = z.object({ hash_type: z.literal('SHA1'), hash_value: z.string(), download_url: z.url() });

/** The bill itself is not signed. Its digest is part of a signed answer. */
async function bill(date: string, till: Till): Promise<string> {
  const path = `/v3/bill/tradebill?${new URLSearchParams({ bill_date: date, bill_type: 'SUCCESS' })}`;
  const offered = await ask({ method: 'GET', path }, till, offer, ['NO_STATEMENT_EXIST']);
  if (!offered) {
    const isWritten = till.now.getTime() >= Date.parse(`${date}T00:00:00+08:00`) + writtenAfterMs;
    // There is no bill of a day without payments, and none of a day that is not over.
    if (!isWritten) throw refusedBy(`WeChat Pay has not yet written the bill of ${date}`);
    return '';
  }
  const { pathname, search } = new URL(offered.download_url);
  const limits = { maxBytes: 64 * 2 ** 20, timeoutMs: 60_000 };
  const { status, body } = await sent({ method: 'GET', path: `${pathname}${search}` }, till, limits);
  if (status !== 200) throw refusedBy(`WeChat Pay answered ${status} instead of a bill`);
  if (createHash('sha1').update(body).digest('hex') !== offered.hash_value.toLowerCase())
    throw refusedBy('the bill differs from its digest');
  return body.toString();
}

function reportOf(row: (name: string) => string): Report {
  const amount = amountOf(row('订单金额'), 'CNY');
  if (amount === undefined || row('货币种类') !== 'CNY')
    throw refusedBy('the bill has an amount that CNY does not have');
  return {
    id: row('商户订单号'),
    vendorId: row('微信订单号'),
    state: 'paid',
    paid: { amount, currency: 'CNY' },
    refunded: undefined,
    merchant: row('商户号'),
    message: '',
  };
}

/**
 * The paid orders of a day (UTC), from the bills of the two days in Beijing that it touches. Read on 2026-11-29:
 * https://pay.weixin.qq.com/doc/v3/merchant/4012556654 and https://pay.weixin.qq.com/doc/v3/merchant/4012084430.
 */
export async function* paidByWeChat(day: Date, till: Till): AsyncGenerator<Report> {
  const end = day.getTime() + dayMs;
  for (const start of [day, new Date(end)]) {
    const date = beijingTime(start).slice(0, 10);
    for (const row of billRows(await bill(date, till))) {
      const time = Date.parse(`${row('交易时间').replace(' ', 'T')}+08:00`);
      if (time >= day.getTime() && time < end) yield reportOf(row);
    }
  }
}
