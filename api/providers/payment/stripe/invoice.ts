import type { Currency } from '@doorwright/crds/values/currencies.ts';
import type { Money } from '@doorwright/crds/values/money.ts';
import type StripePackage from 'stripe';
import { type OrderRef, type Report, refusedBy, type Till } from '../channel.ts';
import { askStripe, type Client } from './client.ts';
import { idOf, reportOf } from './report.ts';
import { sessionOf } from './session.ts';

type Invoice = StripePackage.Invoice;

export const paidOf = ({ amount_paid, currency }: Invoice): Money => ({
  amount: amount_paid,
  currency: currency.toUpperCase() as Currency,
});

/** The payment of a paid invoice, with its charge. Stripe keeps it beside the invoice. */
async function intentOf(invoice: string, { invoicePayments }: Client) {
  const expand = ['data.payment.payment_intent.latest_charge'];
  const { data } = await invoicePayments.list({ invoice, status: 'paid', limit: 1, expand });
  const intent = data[0]?.payment.payment_intent;
  return typeof intent === 'object' ? intent : undefined;
}

async function refundedOf(invoice: string, client: Client): Promise<number> {
  const charge = (await intentOf(invoice, client))?.latest_charge;
  return typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0;
}

/** The invoice of a period that Stripe took by itself has the ID that we keep. The one of a first period belongs to its session. */
async function invoiceIdOf(order: OrderRef, client: Client): Promise<string> {
  return order.renewal === 'later' ? order.vendorId : idOf((await sessionOf(order, client))?.invoice);
}

/** The payment that a refund goes back to. */
export async function paymentOfInvoice(order: OrderRef, client: Client): Promise<string> {
  const invoice = await invoiceIdOf(order, client);
  const intent = invoice ? await intentOf(invoice, client) : undefined;
  if (!intent) throw refusedBy('Stripe has no payment for the order');
  return intent.id;
}

const withRefund = (report: Report, refunded: number): Report => ({
  ...report,
  refunded,
  state: report.paid && refunded > 0 && refunded >= report.paid.amount ? 'refunded' : report.state,
});

/** A first period: its session tells of the money, and its invoice of what went back. */
async function askFirst(order: OrderRef, till: Till, client: Client): Promise<Report | undefined> {
  const session = await sessionOf(order, client);
  if (!session) return undefined;
  const report = reportOf(session, till);
  return report.renewal ? withRefund(report, await refundedOf(report.renewal.cycle, client)) : report;
}

async function askLater({ id, vendorId }: OrderRef, { provider }: Till, client: Client): Promise<Report> {
  const invoice = await client.invoices.retrieve(vendorId);
  const isPaid = invoice.status === 'paid';
  const report: Report = {
    ...{ id, vendorId, state: isPaid ? 'paid' : 'failed', paid: isPaid ? paidOf(invoice) : undefined, refunded: 0 },
    ...{ merchant: provider.clientId, message: '' },
  };
  return isPaid ? withRefund(report, await refundedOf(vendorId, client)) : report;
}

/** Asks about a period of a subscription. Undefined if Stripe does not know its order yet. */
export const askAboutPeriod = (order: OrderRef, till: Till): Promise<Report | undefined> =>
  askStripe(till, (client) =>
    order.renewal === 'later' ? askLater(order, till, client) : askFirst(order, till, client),
  );
