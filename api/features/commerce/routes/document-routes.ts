import { emit } from '@doorwright/crds/schema/schema.ts';
import { platform } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import type { Route } from '../../../http/route.ts';
import { visiblePayments } from '../../../kinds/payment/payment.ts';
import type { CommerceDeps } from '../deps.ts';
import { documentsOf, findDocument } from '../invoices/find-document.ts';
import { showDocument, shownDocument } from '../invoices/shown-document.ts';
import { contentsTable, digestOf } from '../invoices/store-document.ts';
import { paymentNamed } from './payment-named.ts';

const tag = 'Payment';
const documents = { data: { type: 'array', items: emit(shownDocument) } } as const;

/** The prefix is free text, and a header takes only some characters. */
const fileName = (number: string) => `${number.replaceAll(/[^\w.-]/g, '_')}.pdf`;

/** A reader of documents trusts them, so content that somebody changed behind the database's back is an error of the server. */
async function contentOf({ db }: CommerceDeps, { name, digest }: { name: string; digest: string }): Promise<Buffer> {
  const row = await db(contentsTable).where({ number: name }).first('content');
  if (!row || digestOf(row.content) !== digest)
    throw new Error(`The content of the invoice ${name} is not the issued one`);
  return row.content;
}

export function documentRoutes(deps: CommerceDeps): Route[] {
  const { db, store } = deps;
  return [
    {
      method: 'GET',
      path: '/api/download-invoice',
      summary: 'The PDF of an invoice or a credit note, for its buyer and their administrators.',
      tag,
      permission: 'signedIn',
      query: { number: { about: 'Number of the invoice or the credit note.', required: true } },
      file: 'application/pdf',
      async handle({ context, query: { number = '' }, http: { res } }) {
        const found = await findDocument(deps, context, number);
        const content = await contentOf(deps, found);
        res
          .set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
          .attachment(fileName(found.name))
          .type('application/pdf')
          .send(content);
        return { sent: true };
      },
    },
    {
      method: 'GET',
      path: '/api/get-payment-invoices',
      summary: 'Lists the invoice of a payment and its credit notes, the first first.',
      tag,
      permission: 'self',
      query: { id: { about: 'owner/name of the payment.', required: true } },
      answer: documents,
      async handle({ context, query: { id = '' } }) {
        const { invoiceNumber } = await paymentNamed(deps, context, id);
        const found = await documentsOf(deps, invoiceNumber ? [invoiceNumber] : []);
        return { data: found.map((each) => showDocument(deps, each)) };
      },
    },
    {
      method: 'GET',
      path: '/api/get-account-invoices',
      summary: 'Lists the invoices and credit notes of the signed-in user, the first first.',
      tag: 'Account',
      permission: 'signedIn',
      answer: documents,
      async handle({ context: { caller } }) {
        if (caller.type !== 'user') throw new Refusal('sign-in-first');
        const rows = await db(store('payment').table)
          .where({ organization: caller.owner || platform, user: caller.name })
          .whereNot({ invoice_number: '' })
          .orderBy('created_time', 'desc')
          .limit(500);
        const payments = await visiblePayments(
          rows.map((row) => store('payment').fromRow(row) as Draft),
          {
            ...{ caller, sql: db, store },
          },
        );
        const found = await documentsOf(
          deps,
          payments.map(({ invoiceNumber }) => String(invoiceNumber)),
        );
        return { data: found.map((each) => showDocument(deps, each)) };
      },
    },
  ];
}
