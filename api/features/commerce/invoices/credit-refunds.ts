import { tableName } from '@doorwright/crds/derive/tables.ts';
import { netOf } from '@doorwright/crds/invoice/tax.ts';
import { type Invoice, invoice as kind } from '@doorwright/crds/kinds/invoice.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { decimalOf } from '@doorwright/crds/values/money.ts';
import type { Language } from '@doorwright/locales';
import { type RequestContext, record } from '../../../core/objects/history/records.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import { sellingOrganization } from './seller.ts';
import { storeDocument } from './store-document.ts';

const table = tableName(kind);

const sumOf = (row: unknown): number => Number((row as { sum?: string } | undefined)?.sum ?? 0);

/**
 * Writes a credit note over the money that went back since the last one, if our own invoice stands. The caller holds the lock of the payment,
 * so each repayment has one note. A whole repayment credits exactly what the invoice had: the last note takes the rest of the tax.
 */
export async function creditRefunds(
  work: Pick<Work, 'sql' | 'store' | 'now'>,
  context: RequestContext,
  payment: Payment,
  refund = '',
): Promise<void> {
  if (!payment.invoiceNumber) return;
  const { sql, store } = work;
  const invoice = (await store('invoice').find(sql, 'admin', payment.invoiceNumber)) as unknown as Invoice;
  const notes = () => sql(table).where({ corrects: invoice.name });
  const gross = payment.refundedAmount - sumOf(await notes().sum({ sum: 'gross' }).first());
  if (gross <= 0) return;
  const isRest = payment.refundedAmount === invoice.gross;
  const net = isRest ? invoice.net - sumOf(await notes().sum({ sum: 'net' }).first()) : netOf(gross, invoice.taxRate);
  const { prefix } = await sellingOrganization(work);
  const { currency, taxRate, treatment } = invoice;
  const note = await storeDocument(work, invoice.organization, {
    ...{ type: 'credit-note', corrects: invoice.name, refund, prefix, currency, taxRate, treatment },
    ...{ net, tax: gross - net, gross, language: invoice.language as Language },
    ...{ seller: JSON.parse(invoice.seller), buyer: JSON.parse(invoice.buyer), item: JSON.parse(invoice.item) },
  });
  const words = `${note.name}: ${decimalOf({ amount: gross, currency })} ${currency}`;
  await addLine(work, payment, { type: 'invoiced', cause: 'clock', words });
  await record(work, context, {
    ...{ organization: payment.organization, object: `payment admin/${payment.name}`, event: 'payment-invoiced' },
    reason: words,
  });
}
