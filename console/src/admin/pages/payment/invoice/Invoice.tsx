import type { Row } from '@doorwright/crds';
import { ActionList, ActionListItem, Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { CallError } from '../../../../shared/exchange.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { isWebAddress } from '../../../ui/web-address.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { CreditNotes } from './CreditNotes.tsx';
import { IssueDialog } from './IssueDialog.tsx';
import { refuseInvoice } from './refuse-invoice.ts';
import { openDocument, useIssue } from './use-issue.ts';

/** Issues the invoice of a payment after its data were checked, and leads to it afterwards. */
export function Invoice({ object, giveUp }: { object: Row; giveUp: () => void }) {
  const { t } = useTranslation('invoices');
  const notify = useNotify();
  const { getValues } = useFormContext<Row>();
  const [typed, setTyped] = useState<Row>();
  const issue = useIssue(object, { onIssued: giveUp, onEnd: () => setTyped(undefined) });
  const invoiceUrl = String(object.invoiceUrl ?? '');
  const returnUrl = String(object.returnUrl ?? '');

  async function ask(): Promise<void> {
    const values = { ...object, ...getValues() };
    try {
      await refuseInvoice(values);
      setTyped(values);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify('danger', error.message);
    }
  }

  return (
    <section className="below" aria-label={t('invoice')}>
      <ActionList>
        <ActionListItem>
          {invoiceUrl ? (
            <Button onClick={() => openDocument(invoiceUrl)}>{t('download')}</Button>
          ) : (
            <Button variant="secondary" onClick={() => void ask()}>
              {t('issue')}
            </Button>
          )}
        </ActionListItem>
        {isWebAddress(returnUrl) && (
          <ActionListItem>
            <Button variant="link" component="a" href={returnUrl}>
              {t('return')}
            </Button>
          </ActionListItem>
        )}
      </ActionList>
      {invoiceUrl && <CreditNotes payment={`${object.owner}/${object.name}`} />}
      {typed && (
        <IssueDialog
          typed={typed}
          isBusy={issue.isPending}
          onIssue={() => issue.mutate(typed)}
          onClose={() => setTyped(undefined)}
        />
      )}
    </section>
  );
}
