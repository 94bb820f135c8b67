import { afterAll, beforeAll, test } from 'vitest';
import { startShop, type Shop } from '../../commerce/world.ts';
import { startStripe } from '../../commerce/stand-ins/stripe.ts';
import { openBrowser, signInAs, type Browser } from '../../console/world/browser.ts';

let shop: Shop; let browser: Browser; let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeAll(async () => { stripe = await startStripe(); shop = await startShop({ stripe }); browser = await openBrowser(); });
afterAll(async () => { await browser.close(); await shop.stop(); });
test('look', async () => {
  await shop.addProduct('ticket', { price: 300, returnUrl: 'https://shop.example/back', description: 'Valid on one day in summer. Children under six come along for free.' , image: `${shop.app.url}/icon.svg` });
  await shop.addProduct('draft', { state: 'Draft' });
  const look = async (path: string, name: string, before?: (page: any) => Promise<void>) => {
    for (const [w, h, size] of [[1280, 900, 'wide'], [390, 844, 'phone']] as const) for (const scheme of ['light', 'dark'] as const) {
      const v = await browser.visit(shop.app.url, { viewport: { width: w, height: h }, colorScheme: scheme });
      await signInAs(v, shop.alice, shop.app.url);
      await v.page.goto(path);
      await v.page.getByRole('heading', { level: 1 }).waitFor();
      await v.page.waitForTimeout(400);
      if (before) await before(v.page);
      await v.page.screenshot({ path: `/tmp/pages-tools/${name}-${size}-${scheme}.png`, fullPage: true });
      if (v.complaints.length) console.log(name, v.complaints);
      await v.context.close();
    }
  };
  await look('/products/ticket/buy', 'buy');
  await look('/products/draft/buy', 'draft');
  await look('/products/nothing/buy', 'missing');
  const { body } = await shop.buy(shop.alice, 'ticket', 'stripe');
  console.log(body);
  const name = stripe.orders()[0]!.id;
  await look(`/payments/${name}/result`, 'open');
  await shop.app.db('payment').where({ name }).update({ qr_text: 'weixin://wxpay/bizpayurl?pr=abcdef', type: 'WeChat Pay', pay_url: '' }).catch((e: any) => console.log(e.message));
  await look(`/payments/${name}/result`, 'qr');
  await stripe.pay(name);
  shop.later(10000);
  console.log((await shop.confirm(shop.alice, name)).body.data);
  await look(`/payments/${name}/result`, 'paid');
  await look('/account/orders', 'orders');
}, 200000);
