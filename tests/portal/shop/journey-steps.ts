import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { ming, textOf } from '../../commerce/invoices/desk.ts';
import type { Vendor } from '../../commerce/stand-ins/vendor.ts';
import type { Shop } from '../../commerce/world.ts';
import { download } from '../world/download.ts';
import { nameOf, teaBy } from './journey-world.ts';

/** Opens the page of a tea and presses the button of its channel. */
export async function press(page: Page, type: string, button: string = type) {
  await page.goto(`/products/${nameOf(type)}/buy`);
  await page.getByRole('button', { name: button, exact: true }).click();
}

const servicePage = (back: string) =>
  `<!doctype html><html lang="en"><title>Pay</title><h1>Pay here</h1><a href="${back}">Back to the shop</a></html>`;

/** The page of a service, which leads back to the address that the service knows. A stand-in with pages judges the request first. */
export function serve(vendor: Vendor) {
  return async (route: Route) => {
    const address = new URL(route.request().url());
    const judged = vendor.visit ? await fetch(vendor.reroute(address)) : undefined;
    if (judged && judged.status !== 200) return route.fulfill({ status: judged.status, body: await judged.text() });
    const back = address.searchParams.get('redirect_url') ?? vendor.orders().at(-1)?.returnUrl ?? '';
    return route.fulfill({ contentType: 'text/html', body: servicePage(back) });
  };
}

/** The buyer pays, and the service notifies us. Returns the number of the order. */
export async function pay(shop: Shop, vendor: Vendor, type: string): Promise<string> {
  const payment = vendor.orders().at(-1)?.id ?? '';
  await vendor.pay(payment);
  const answer = await shop.notify(
    { product: nameOf(type), provider: nameOf(type), payment },
    await vendor.notification(payment),
  );
  if (!answer.ok) throw new Error(`the notification was refused: ${await answer.text()}`);
  return payment;
}

/** Looks for a paid order on the account page, and goes to its line among the invoices. */
export async function openInvoices(page: Page, payment: string): Promise<Locator> {
  const line = page.getByRole('listitem').filter({ hasText: payment });
  await page.goto('/account/orders');
  await line.getByText('Paid', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Invoices' }).click();
  await line.getByRole('button', { name: /^Request invoice/ }).waitFor();
  return line;
}

/** Data for the invoice by the labels of their fields. An order in CNY is one in China. */
const recipients: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CNY: {
    ...{ Name: ming.personName, 'ID card number': ming.personIdCard },
    ...{ Email: ming.personEmail, Phone: ming.personPhone },
  },
  USD: { Country: 'DE', Name: 'Ada Byron', Email: 'ada@example.com' },
};

/** Requests the invoice of a line. Without a currency, the fields keep what they have. */
export async function requestInvoice(page: Page, line: Locator, currency = '') {
  await line.getByRole('button', { name: /^Request invoice/ }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(recipients[currency] ?? {})) {
    const field = dialog.getByLabel(label, { exact: true });
    await (label === 'Country' ? field.selectOption(value) : field.fill(value));
  }
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText(/^Please carefully check your invoice information\./).waitFor();
  await dialog.getByRole('button', { name: 'Issue invoice' }).click();
}

/** No page scrolls sideways, on a phone either. */
const fits = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

/** The result of the order says that it is paid. */
export async function seePaid(page: Page) {
  await page.getByRole('heading', { name: 'You have successfully completed the payment' }).waitFor();
  expect(await fits(page)).toBe(true);
}

/** Requests the invoice of a paid order and downloads it. */
export async function getInvoice(
  page: Page,
  { payment, type, currency }: Record<'payment' | 'type' | 'currency', string>,
) {
  const line = await openInvoices(page, payment);
  await requestInvoice(page, line, currency);
  expect(await fits(page)).toBe(true);
  const { name, content } = await download(page, line.getByRole('link', { name: /^Download/ }));
  expect(name).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
  expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  const text = await textOf(content);
  const parts = [name.replace('.pdf', ''), payment, teaBy(type), currency, '88.00'];
  for (const part of parts) expect(text).toContain(part);
}
