import { type Asked, formOf, json, type Said } from '../../services/stand-ins/stand-in.ts';
import { type Billing, returnedOf } from './billing.ts';
import { createStripeBillingApi, intentIdOf, invoiceChargeOf } from './stripe-billing.ts';
import { type Kept, paymentIdOf, refundedOf, refundOf, sessionOf } from './stripe-objects.ts';

const refused = (status: number, error: Record<string, string>): Said => json(status, { error });
const invalid = (message: string, param = '', code = 'parameter_invalid'): Said =>
  refused(400, { type: 'invalid_request_error', code, message, param });
const missing = (what: string): Said =>
  refused(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` });

const threeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
const price = 'line_items[0][price_data]';
const sessionFields = [
  ...['mode', 'client_reference_id', 'expires_at', 'success_url', 'cancel_url', 'adaptive_pricing[enabled]'],
  ...['line_items[0][quantity]', `${price}[currency]`, `${price}[unit_amount]`],
  ...[`${price}[product_data][name]`, `${price}[product_data][description]`, 'payment_intent_data[description]'],
  ...[`${price}[recurring][interval]`, 'subscription_data[description]'],
];
const isKnown = (names: readonly string[]) => (name: string) =>
  names.includes(name) || /^(expand|metadata|(payment_intent|subscription)_data\[metadata\])\[\w+\]$/.test(name);

const metadataOf = (form: URLSearchParams) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (/^metadata\[(\w+)\]$/.exec(name) ? [[name.slice(9, -1), value]] : [])),
  );

/** The first problem that Stripe would name. */
function problemOf(form: URLSearchParams, names: readonly string[], required: readonly string[]): Said | undefined {
  const unknown = [...form.keys()].find((name) => !isKnown(names)(name));
  if (unknown) return invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
  const absent = required.find((name) => !form.get(name));
  return absent ? invalid(`Missing required param: ${absent}.`, absent, 'parameter_missing') : undefined;
}

/** The API of Stripe for one account: sessions and refunds. */
export function createStripeApi(kept: Map<string, Kept>, billing: Billing, now: () => Date) {
  const askBilling = createStripeBillingApi(billing, now);
  const seconds = () => Math.floor(now().getTime() / 1000);
  const all = () => [...kept.values()];
  const isExpanded = (form: URLSearchParams) => [...form.keys()].some((name) => name.startsWith('expand['));
  const list = (data: unknown[]) => json(200, { object: 'list', data, has_more: false, url: '/v1/list' });

  function expireLate(): void {
    for (const each of all()) if (each.status === 'open' && each.expires <= seconds()) each.status = 'expired';
  }

  function create(form: URLSearchParams): Said {
    const required = [
      'mode',
      'success_url',
      `${price}[currency]`,
      `${price}[unit_amount]`,
      `${price}[product_data][name]`,
    ];
    const problem = problemOf(form, sessionFields, required);
    if (problem) return problem;
    const interval = form.get(`${price}[recurring][interval]`) ?? undefined;
    const isSubscription = form.get('mode') === 'subscription';
    if (isSubscription !== (interval !== undefined))
      return invalid('You must provide at least one recurring price in `subscription` mode.', 'line_items');
    if (interval !== undefined && interval !== 'month' && interval !== 'year')
      return invalid(`Invalid interval: ${interval}`, `${price}[recurring][interval]`);
    const foreign = isSubscription ? 'payment_intent_data' : 'subscription_data';
    if ([...form.keys()].some((name) => name.startsWith(foreign)))
      return invalid(`You can not pass \`${foreign}\` in this mode.`, foreign);
    const amount = Number(form.get(`${price}[unit_amount]`));
    const currency = form.get(`${price}[currency]`) ?? '';
    if (!Number.isInteger(amount) || amount <= 0) return invalid('Invalid positive integer', `${price}[unit_amount]`);
    if (!/^[a-z]{3}$/.test(currency)) return invalid(`Invalid currency: ${currency}`, `${price}[currency]`);
    if (threeDecimals.includes(currency) && amount % 10 !== 0)
      return invalid('The last digit must be 0', `${price}[unit_amount]`);
    const expires = Number(form.get('expires_at') || seconds() + 86_400);
    if (expires < seconds() + 1800 || expires > seconds() + 86_400)
      return invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours', 'expires_at');
    const id = `cs_test_${String(kept.size + 1).padStart(24, 'a')}`;
    const order = form.get('client_reference_id') ?? '';
    const made: Kept = {
      ...{ id, order, amount, currency, expires, created: seconds(), metadata: metadataOf(form), paidAt: 0 },
      ...{ title: form.get(`${price}[product_data][name]`) ?? '', successUrl: form.get('success_url') ?? '' },
      ...{ status: 'open', isPaid: false, refunds: [], interval },
    };
    kept.set(id, made);
    return json(200, sessionOf(made, false));
  }

  function refund(form: URLSearchParams): Said {
    const problem = problemOf(form, ['payment_intent', 'amount'], ['payment_intent']);
    if (problem) return problem;
    const ofInvoice = billing.agreements
      .flatMap((agreement) => agreement.charges.map((charge) => ({ agreement, charge })))
      .find(({ charge }) => intentIdOf(charge) === form.get('payment_intent'));
    if (ofInvoice) return refundInvoice(ofInvoice, form);
    const found = all().find((each) => !each.interval && paymentIdOf(each) === form.get('payment_intent'));
    if (!found) return missing('payment_intent');
    if (!found.isPaid) return invalid('This PaymentIntent does not have a successful charge to refund.');
    const rest = found.amount - refundedOf(found);
    const amount = Number(form.get('amount') || rest);
    if (rest === 0) return invalid('Charge has already been refunded.', '', 'charge_already_refunded');
    if (!Number.isInteger(amount) || amount <= 0) return invalid('Invalid positive integer', 'amount');
    if (amount > rest) return invalid('Refund amount is greater than unrefunded amount on charge', 'amount');
    const id = `re_${paymentIdOf(found)}_${found.refunds.length}`;
    const made = { id, amount, created: seconds(), metadata: metadataOf(form) };
    found.refunds.push(made);
    return json(200, refundOf(found, made));
  }

  function refundInvoice(
    { agreement, charge }: NonNullable<ReturnType<Billing['chargeNamed']>>,
    form: URLSearchParams,
  ): Said {
    const rest = charge.amount - returnedOf(charge);
    const amount = Number(form.get('amount') || rest);
    if (!charge.isPaid || rest === 0) return invalid('There is no charge to refund.', '', 'charge_already_refunded');
    if (!Number.isInteger(amount) || amount <= 0) return invalid('Invalid positive integer', 'amount');
    if (amount > rest) return invalid('Refund amount is greater than unrefunded amount on charge', 'amount');
    const metadata = metadataOf(form);
    const id = `re_${intentIdOf(charge)}_${charge.returns.length}`;
    charge.returns.push({ id, amount, time: now(), label: metadata.refund ?? '' });
    const { payment_intent, currency } = invoiceChargeOf(agreement, charge);
    return json(200, {
      ...{ id, object: 'refund', amount, created: seconds(), currency, metadata, payment_intent, status: 'succeeded' },
    });
  }

  function read(path: string, query: URLSearchParams): Said {
    const [, kind, id] = /^\/v1\/(checkout\/sessions|refunds)(?:\/(\w+))?$/.exec(path) ?? [];
    const refunds = [
      ...all().flatMap((each) => each.refunds.map((one) => refundOf(each, one))),
      ...billing.agreements
        .flatMap(({ charges }) => charges)
        .flatMap((charge) =>
          charge.returns.map(({ id: refund, amount, label }) => ({
            ...{ id: refund, object: 'refund', amount, metadata: { refund: label }, status: 'succeeded' },
            payment_intent: intentIdOf(charge),
          })),
        ),
    ];
    if (kind === 'refunds') {
      const found = refunds.find((each) => each.id === id);
      if (id) return found ? json(200, found) : missing('refund');
      return list(refunds.filter(({ payment_intent }) => payment_intent === query.get('payment_intent')));
    }
    if (kind && id) {
      const found = kept.get(id);
      return found ? json(200, sessionOf(found, isExpanded(query))) : missing('checkout.session');
    }
    const [from, to] = [Number(query.get('created[gte]') ?? 0), Number(query.get('created[lte]') ?? Infinity)];
    const payment = query.get('payment_intent');
    const wanted = all().filter((each) => each.created >= from && each.created <= to);
    const ofPayment = payment ? wanted.filter((each) => !each.interval && paymentIdOf(each) === payment) : wanted;
    const hasInvoice = [...query.values()].includes('data.invoice');
    return list(ofPayment.map((each) => sessionOf(each, isExpanded(query), hasInvoice)));
  }

  function expire(id: string, form: URLSearchParams): Said {
    const found = kept.get(id);
    if (!found) return missing('checkout.session');
    if (found.status !== 'open') return invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
    found.status = 'expired';
    return json(200, sessionOf(found, isExpanded(form)));
  }

  return (asked: Asked): Said => {
    expireLate();
    const { method, url } = asked;
    const said = askBilling(method, url.pathname, url.searchParams);
    if (said) return said;
    if (method === 'GET') return read(url.pathname, url.searchParams);
    const form = formOf(asked);
    const [, ended] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(url.pathname) ?? [];
    if (ended) return expire(ended, form);
    if (url.pathname === '/v1/checkout/sessions') return create(form);
    if (url.pathname === '/v1/refunds') return refund(form);
    return refused(404, { type: 'invalid_request_error', message: 'Unrecognized request URL' });
  };
}
