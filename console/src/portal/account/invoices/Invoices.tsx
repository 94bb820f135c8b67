import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { useState } from 'react';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { pricePaid, titleOf } from '../../order/order.ts';
import { type Sentence, said, t } from '../../words.ts';
import { Loading } from '../Loading.tsx';
import { momentText } from '../moment.ts';
import type { SectionProps } from '../section.ts';
import { useList } from '../use-list.ts';
import { InvoiceDialog } from './InvoiceDialog.tsx';

interface Document {
  number: string;
  type: 'invoice' | 'credit-note';
  corrects: string;
  currency: Payment['currency'];
  gross: number;
  url: string;
}

/** A payment by hand has no invoice before somebody confirmed it. */
const mayHave = ({ state, invoiceUrl, isByHand, confirmation }: Payment): boolean =>
  invoiceUrl !== '' || (state === 'Paid' && (!isByHand || confirmation !== ''));

/** The payments of the user with their invoices and credit notes, the latest first. */
export function Invoices({ account, tell }: SectionProps) {
  const { user } = account;
  const whose = new URLSearchParams({ organization: user.owner, user: user.name });
  const payments = useList<Payment>(`get-user-payments?${whose}`);
  const documents = useList<Document>('get-account-invoices');
  const [asked, setAsked] = useState<Payment>();
  const invoiced = payments.rows
    ?.filter(mayHave)
    .toSorted((one, other) => other.createdTime.localeCompare(one.createdTime));
  const notesOf = (payment: Payment) =>
    documents.rows?.filter(({ type, corrects }) => type === 'credit-note' && corrects === payment.invoiceNumber) ?? [];

  /** An invoice after a repayment has its credit note at once, so both lists are read again. */
  async function ended({ name }: Payment, words: Sentence) {
    setAsked(undefined);
    await Promise.all([payments, documents].map(({ act }) => act(name, async () => {})));
    tell(words);
  }

  return (
    <section className="panel" aria-label={t('accountInvoices')}>
      <Alert>{said(payments.failure || documents.failure)}</Alert>
      {!invoiced && !payments.failure && <Loading />}
      {invoiced?.length === 0 && <p>{t('accountInvoicesNone')}</p>}
      <ul className="things">
        {invoiced?.map((payment) => (
          <li key={payment.name}>
            <Line payment={payment} notes={notesOf(payment)} onAsk={() => setAsked(payment)} />
          </li>
        ))}
      </ul>
      {asked && (
        <InvoiceDialog
          payment={asked}
          account={account}
          onClose={() => setAsked(undefined)}
          onIssued={() => void ended(asked, { word: 'accountInvoiceDone', values: { name: titleOf(asked) } })}
          onPending={(words) => void ended(asked, words)}
        />
      )}
    </section>
  );
}

interface LineProps {
  payment: Payment;
  /** Its credit notes. */
  notes: readonly Document[];
  onAsk: () => void;
}

function Line({ payment, notes, onAsk }: LineProps) {
  const { name, createdTime, invoiceUrl } = payment;
  const title = titleOf(payment);
  const values = { time: momentText(createdTime), price: pricePaid(payment), name };
  return (
    <>
      <div className="what">
        <strong>{title}</strong>
        <small>{t('accountInvoiceOf', values)}</small>
        {notes.map(({ number, gross, currency, url }) => (
          <small key={number}>
            <a href={url}>{t('accountCreditNote', { number, price: pricePaid({ price: gross, currency }) })}</a>
          </small>
        ))}
      </div>
      {/^https?:/.test(invoiceUrl) ? (
        <a
          className="button secondary"
          href={invoiceUrl}
          aria-label={`${t('accountInvoiceDownload')}: ${title}, ${name}`}
        >
          {t('accountInvoiceDownload')}
        </a>
      ) : (
        <Button look="secondary" aria-label={`${t('accountInvoiceAsk')}: ${title}, ${name}`} onClick={onAsk}>
          {t('accountInvoiceAsk')}
        </Button>
      )}
    </>
  );
}
