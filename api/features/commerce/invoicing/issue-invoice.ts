import { firstProblem } from '@doorwright/crds/invoice/first-problem.ts';
import { taxed } from '@doorwright/crds/invoice/tax.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { closestLanguage, languages, sourceLanguage } from '@doorwright/locales';
import { nameOf, platform } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { type RequestContext, record } from '../../../core/objects/history/records.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { lockPayment, writePayment } from '../../../kinds/payment/change-state.ts';
import { refuseProblem } from '../../../kinds/payment/invoice-check.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import type { CommerceDeps } from '../deps.ts';
import { buyerOf, itemOf } from '../invoices/buyer.ts';
import { creditRefunds } from '../invoices/credit-refunds.ts';
import { documentAddress } from '../invoices/document-address.ts';
import { sellingOrganization } from '../invoices/seller.ts';
import { storeDocument } from '../invoices/store-document.ts';
import { vendorInvoice } from './vendor-invoice.ts';

/** A payment by hand has no language of its own. Then its invoice has that of the person who asks. */
interface Asked {
  language: string;
}

type Parts = Pick<Work, 'sql' | 'store' | 'now'>;

/** Refuses a payment that can have no invoice. The messages are those of Casdoor 2022 and of the specification. */
function assertInvoiceable(payment: Payment): void {
  if (payment.state !== 'Paid') throw new Refusal('payment-not-paid', { state: payment.state });
  if (payment.isByHand && !payment.confirmation) throw new Refusal('invoice-by-hand');
  refuseProblem(firstProblem(payment));
}

/** Our own invoice, with its number and its PDF. */
async function ownInvoice(deps: CommerceDeps, work: Parts, payment: Payment, asked: Asked): Promise<Partial<Payment>> {
  const { seller, prefix, taxRate } = await sellingOrganization(work);
  const buyer = buyerOf(payment);
  const { amount, currency, language } = payment;
  const invoice = await storeDocument(work, platform, {
    ...{ type: 'invoice', corrects: '', refund: '', prefix, currency, seller, buyer, item: itemOf(payment) },
    ...taxed(amount, { seller: { ...seller, taxRate }, buyer }),
    language: closestLanguage(language || asked.language, languages) ?? sourceLanguage,
  });
  return { invoiceNumber: invoice.name, invoiceUrl: documentAddress(deps.config, invoice.name) };
}

/**
 * Issues the invoice of a payment once, and returns its address. A vendor of electronic invoices is asked before the transaction, and its own
 * order number makes a second question the same invoice.
 */
export async function issueInvoice(
  deps: CommerceDeps,
  { context, ...asked }: { context: RequestContext } & Asked,
  payment: Payment,
): Promise<string> {
  if (payment.invoiceUrl) return payment.invoiceUrl;
  assertInvoiceable(payment);
  const theirs = await vendorInvoice(deps, payment);
  return deps.db.transaction(async (sql) => {
    const work = { sql, store: deps.store, now: context.now };
    const before = await lockPayment(work, payment.name);
    if (!before) throw new Refusal('not-found', { kind: 'Payment', id: `admin/${payment.name}` });
    if (before.invoiceUrl) return before.invoiceUrl;
    assertInvoiceable(before);
    const fields = theirs ? { invoiceUrl: theirs } : await ownInvoice(deps, work, before, asked);
    const after = await writePayment(work, before, fields);
    const words = after.invoiceNumber || after.invoiceUrl;
    await addLine(work, after, { type: 'invoiced', cause: 'person', by: nameOf(context.caller), words });
    await record(work, context, {
      ...{ organization: after.organization, object: `payment admin/${after.name}`, event: 'payment-invoiced' },
      changes: [{ field: 'invoiceUrl', before: '', after: after.invoiceUrl }],
    });
    await creditRefunds(work, context, after);
    return after.invoiceUrl;
  });
}
