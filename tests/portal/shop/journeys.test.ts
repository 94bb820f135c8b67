import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readQrCode } from '../factors/read-qr-code.ts';
import { getInvoice, openInvoices, pay, press, requestInvoice, seePaid, serve } from './journey-steps.ts';
import { type Journeys, openJourneys } from './journey-world.ts';

let journeys: Journeys;
beforeAll(async () => {
  journeys = await openJourneys();
});
afterAll(() => journeys?.stop());
// The browser reports no errors.
afterEach(() => {
  const { desk, phone } = journeys;
  expect([desk, phone].flatMap(({ complaints }) => complaints.splice(0))).toEqual([]);
});

const rows = [
  {
    at: 'desk',
    type: 'Alipay',
    currency: 'CNY',
    leadsTo: /^https:\/\/openapi\.alipay\.com\/.*alipay\.trade\.page\.pay/,
  },
  {
    at: 'phone',
    type: 'Alipay',
    currency: 'CNY',
    leadsTo: /^https:\/\/openapi\.alipay\.com\/.*alipay\.trade\.wap\.pay/,
  },
  { at: 'phone', type: 'WeChat Pay', currency: 'CNY', leadsTo: /^https:\/\/wx\.tenpay\.com\// },
  { at: 'desk', type: 'PayPal', currency: 'USD', leadsTo: /^https:\/\/www\.paypal\.com\/checkoutnow\?/ },
  { at: 'desk', type: 'Stripe', currency: 'USD', leadsTo: /^https:\/\/checkout\.stripe\.com\/c\/pay\// },
] as const;
/** The specification's name of the button. */
const buttonOf = (type: string) => (type === 'PayPal' ? 'Paypal' : type);

interface Way {
  at: 'desk' | 'phone';
  type: string;
  /** The page of the service. */
  leadsTo: RegExp;
}

/** Buys a tea, pays on the page of the service, and comes back. Returns the number of the order. */
async function buy({ at, type, leadsTo }: Way): Promise<string> {
  const { shop, serviceOf } = journeys;
  const { page, context } = journeys[at];
  await context.route(leadsTo, serve(serviceOf(type)));
  await press(page, type, buttonOf(type));
  await page.waitForURL(leadsTo);
  const payment = await pay(shop, serviceOf(type), type);
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await seePaid(page);
  expect(new URL(page.url()).pathname).toBe(`/payments/${payment}/result`);
  return payment;
}

test.each(rows)('a buyer at a $at pays on the page of $type, comes back, and has the invoice', async (row) => {
  const payment = await buy(row);
  await getInvoice(journeys[row.at].page, { payment, ...row });
});

test('a buyer pays on the page of GC, which issues the electronic invoice itself', async () => {
  const { page } = journeys.desk;
  const payment = await buy({ at: 'desk', type: 'GC', leadsTo: /^https:\/\/pay\.gc\.example\/page\// });
  const line = await openInvoices(page, payment);
  await requestInvoice(page, line, 'CNY');
  // At first it is under way, which is no failure.
  await page.getByRole('status').getByText('The payment service issues the invoice: 申请成功，开票中').waitFor();
  expect(await page.getByRole('alert').getByText(/./).count()).toBe(0);
  await requestInvoice(page, line);
  const link = line.getByRole('link', { name: /^Download/ });
  expect(await link.getAttribute('href')).toBe(`https://pay.gc.example/invoices/${payment}.pdf`);
});

test('a buyer at a desk scans the code of WeChat Pay on our page, sees that it is paid, and has the invoice', async () => {
  const { shop, serviceOf, desk } = journeys;
  const { page, context } = desk;
  await press(page, 'WeChat Pay');
  const title = 'Scan with WeChat to pay';
  await page.getByRole('heading', { name: title }).waitFor();
  const picture = await page.getByRole('img', { name: title }).screenshot();
  const text = await readQrCode(context, picture);
  await page.getByText('¥88 (CNY)').waitFor();
  await page.getByText(/^Time left to pay: \d\d:\d\d$/).waitFor();
  await page.getByText('The payment is still under processing, please wait for a few seconds...').waitFor();
  const payment = await pay(shop, serviceOf('WeChat Pay'), 'WeChat Pay');
  expect(text).toBe(`weixin://wxpay/bizpayurl?pr=${payment}`);
  await seePaid(page);
  await page.getByRole('link', { name: 'Back Home' }).waitFor();
  await getInvoice(page, { payment, type: 'WeChat Pay', currency: 'CNY' });
});

test('a buyer pays with Dummy without leaving our pages, and has the invoice', async () => {
  const { page } = journeys.desk;
  await press(page, 'Dummy');
  await seePaid(page);
  const [, payment = ''] = /\/payments\/(\w+)\/result$/.exec(page.url()) ?? [];
  await getInvoice(page, { payment, type: 'Dummy', currency: 'USD' });
});
