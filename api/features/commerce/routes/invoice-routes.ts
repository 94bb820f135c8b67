import { firstProblem } from '@doorwright/crds/invoice/first-problem.ts';
import { recipientFields } from '@doorwright/crds/invoice/recipient.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { Refusal } from '../../../core/errors.ts';
import { parsedStrictly } from '../../../http/parsed-form.ts';
import type { Route, RouteRequest } from '../../../http/route.ts';
import { lockPayment, writePayment } from '../../../kinds/payment/change-state.ts';
import { refuseProblem } from '../../../kinds/payment/invoice-check.ts';
import type { CommerceDeps } from '../deps.ts';
import { recipientForm } from '../invoices/recipient-form.ts';
import { issueInvoice } from '../invoicing/issue-invoice.ts';
import { paymentNamed } from './payment-named.ts';

const tag = 'Payment';
const paymentQuery = { id: { about: 'owner/name of the payment.', required: true } } as const;
const answer = { data: { type: 'string' } } as const;

/** The buyer writes what only administrators may otherwise change: the recipient of an invoice that is not issued yet. */
async function keepRecipient(deps: CommerceDeps, { context, body }: RouteRequest, name: string): Promise<void> {
  const asked = parsedStrictly(recipientForm, body);
  await deps.db.transaction(async (sql) => {
    const work = { sql, store: deps.store, now: context.now };
    const before = await lockPayment(work, name);
    if (!before) throw new Refusal('not-found', { kind: 'Payment', id: `admin/${name}` });
    if (before.invoiceUrl || recipientFields.every((field) => asked[field] === before[field])) return;
    refuseProblem(firstProblem({ ...before, ...asked }));
    await writePayment(work, before, asked);
  });
}

export function invoiceRoutes(deps: CommerceDeps): Route[] {
  const issue = async ({ context, http: { res } }: RouteRequest, id: string) => ({
    data: await issueInvoice(deps, { context, language: res.locals.language }, await paymentNamed(deps, context, id)),
  });
  return [
    {
      method: 'POST',
      path: '/api/invoice-payment',
      summary: 'Issues the invoice of a Paid payment. data is its address. A second call answers the same invoice.',
      tag,
      permission: 'self',
      query: paymentQuery,
      answer,
      handle: (asked) => issue(asked, asked.query.id ?? ''),
    },
    {
      method: 'POST',
      path: '/api/request-invoice',
      summary:
        'Keeps the data for the invoice of a Paid payment, and issues it. For the buyer and their administrators. data is the address.',
      tag,
      permission: 'self',
      query: paymentQuery,
      body: emit(recipientForm),
      answer,
      async handle(asked) {
        const { context, query } = asked;
        const { name } = await paymentNamed(deps, context, query.id ?? '');
        await keepRecipient(deps, asked, name);
        return issue(asked, query.id ?? '');
      },
    },
  ];
}
