import type { Row } from '@doorwright/crds';
import { recipientFields } from '@doorwright/crds/invoice/recipient.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../../../shared/exchange.ts';
import { call } from '../../../http/call.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { isWebAddress } from '../../../ui/web-address.ts';
import { useTranslation } from '../../../words/use-translation.ts';

/** Opens a document in a tab of its own. The address can be a vendor's. */
export function openDocument(url: string): void {
  if (isWebAddress(url)) window.open(url, '_blank', 'noopener');
}

/** Issues an invoice and shows it in a new tab. The tab opens at once, because browsers allow that only soon after a click. */
async function issueInTab(payment: Row, body: Record<string, unknown>): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const query = { id: `${payment.owner}/${payment.name}` };
    const { data: url } = await call<string>('request-invoice', { kind: 'payment', query, body });
    if (isWebAddress(url)) tab?.location.replace(url);
    else tab?.close();
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** A vendor of electronic invoices answers first that it has begun. Clients of Casdoor 2022 look for the word success in Chinese. */
const isUnderWay = (error: unknown): boolean => error instanceof CallError && error.message.includes('成功');

/** Issues the invoice over the data in the form, which the server keeps with it. */
export function useIssue(payment: Row, { onIssued, onEnd }: { onIssued: () => void; onEnd: () => void }) {
  const { t } = useTranslation('invoices');
  const notify = useNotify();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (typed: Row) =>
      issueInTab(payment, Object.fromEntries(recipientFields.map((field) => [field, typed[field]]))),
    onSuccess: async () => {
      notify('success', t('issued'));
      onIssued();
      await queries.invalidateQueries({ queryKey: ['payment'] });
    },
    onError: (error) => {
      if (!(error instanceof CallError)) throw error;
      notify(isUnderWay(error) ? 'info' : 'danger', error.message);
    },
    onSettled: onEnd,
  });
}
