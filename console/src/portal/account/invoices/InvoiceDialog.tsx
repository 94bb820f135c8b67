import '../../frame/facts.css';
import type { Recipient } from '@doorwright/crds/invoice/recipient.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { useState } from 'react';
import { CallError } from '../../../shared/exchange.ts';
import { call } from '../../call.ts';
import { Dialog } from '../../dialog/Dialog.tsx';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { type Sentence, said, t } from '../../words.ts';
import type { OwnAccount } from '../own-account.ts';
import { RecipientFields } from './RecipientFields.tsx';
import { choicesOf, labels, problemOf, recipientOf, shownFields, withPerson } from './recipient.ts';

interface Props {
  payment: Payment;
  account: OwnAccount;
  onClose: () => void;
  onIssued: () => void;
  /** The service issues the invoice itself, and is not ready. */
  onPending: (words: Error) => void;
}

/** What the form shows for a field: its text, or that of its choice. */
const textOf = (recipient: Recipient, field: keyof Recipient): string =>
  choicesOf(field)?.find(({ value }) => value === recipient[field])?.text ?? recipient[field];

const isPending = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === 'invoice-pending';

/** Asks for the recipient of an invoice, shows the data once more, and issues it. */
export function InvoiceDialog({ payment, account, onClose, onIssued, onPending }: Props) {
  const [recipient, setRecipient] = useState(() => recipientOf(payment, account));
  const [problem, setProblem] = useState<{ field: string; text: string }>();
  const [failure, setFailure] = useState<Sentence>('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function check() {
    setFailure('');
    const found = await problemOf(recipient);
    setProblem(found);
    setChecked(!found);
    if (found) document.getElementById(found.field)?.focus();
  }

  async function issue() {
    setBusy(true);
    setFailure('');
    try {
      await call(`request-invoice?${new URLSearchParams({ id: `admin/${payment.name}` })}`, { body: recipient });
      onIssued();
    } catch (error) {
      if (isPending(error)) return onPending(error);
      setFailure(error as Error);
      setChecked(false);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={t(isChecked ? 'accountInvoiceCheck' : 'accountInvoiceData')}
      width={440}
      cancel={t('cancel')}
      submit={
        <Button type="submit" isBusy={isBusy}>
          {t(isChecked ? 'accountInvoiceIssue' : 'accountInvoiceNext')}
        </Button>
      }
      onClose={onClose}
      onSubmit={() => void (isChecked ? !isBusy && issue() : check())}
    >
      <Alert>{said(failure)}</Alert>
      {isChecked ? (
        <>
          <p className="lead">{t('accountInvoiceWarning')}</p>
          <dl className="facts">
            {shownFields(recipient)
              .filter((field) => recipient[field] !== '')
              .map((field) => (
                <div key={field}>
                  <dt>{t(labels[field])}</dt>
                  <dd dir="auto">{textOf(recipient, field)}</dd>
                </div>
              ))}
          </dl>
        </>
      ) : (
        <RecipientFields
          recipient={recipient}
          problem={problem}
          onChange={(change) => setRecipient(withPerson({ ...recipient, ...change }))}
        />
      )}
    </Dialog>
  );
}
