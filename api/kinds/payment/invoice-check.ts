import { firstProblem } from '@doorwright/crds/invoice/first-problem.ts';
import { type InvoiceProblem, recipientFields } from '@doorwright/crds/invoice/recipient.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { Refusal } from '../../core/errors.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';

/** Refuses with the message of the specification, which the field shows too. */
export function refuseProblem(problem: InvoiceProblem | undefined): void {
  if (!problem) return;
  const { code, field } = problem;
  throw new Refusal(code, {}, { fields: [{ field, code }] });
}

/**
 * Checks the invoice's data when somebody changes them, in the specification's order. A save that leaves them alone needs none: a global
 * administrator corrects the state of an unpaid payment. After the issue the data are history, and the invoice has its own copy.
 */
export function checkInvoice(payment: Draft, before: Draft): void {
  if (before.invoiceUrl || recipientFields.every((field) => payment[field] === before[field])) return;
  refuseProblem(firstProblem(payment as unknown as Payment));
}
