import type { Row } from '@doorwright/crds';
import { firstProblem } from '@doorwright/crds/invoice/first-problem.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { CallError } from '../../../../shared/exchange.ts';
import { needWords } from '../../../words/catalogues.ts';
import { t } from '../../../words/translate.ts';

/**
 * The specification's checks before a save and an issue, with the server's messages. The page knows them too: the server takes a save that
 * leaves the invoice as it is. After the issue the data are no longer checked.
 */
export async function refuseInvoice(payment: Row): Promise<void> {
  if (payment.invoiceUrl) return;
  const problem = firstProblem(payment as unknown as Payment);
  if (!problem) return;
  await needWords(['errors']);
  const msg = t(`errors:${problem.code}`);
  throw new CallError({ code: problem.code, msg, data: null, fields: [{ field: problem.field, message: msg }] });
}
