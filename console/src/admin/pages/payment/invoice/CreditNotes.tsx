import { Content, List, ListItem } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';
import { Time } from '../../../ui/Time.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

interface Document {
  number: string;
  type: 'invoice' | 'credit-note';
  createdTime: string;
  currency: string;
  gross: number;
  url: string;
}

/** The credit notes of an invoice, each with its PDF. */
export function CreditNotes({ payment }: { payment: string }) {
  const { t, language } = useTranslation('invoices');
  const { data } = useQuery({
    queryKey: ['payment', 'documents', payment],
    queryFn: async () => (await call<Document[]>('get-payment-invoices', { query: { id: payment } })).data,
  });
  const notes = data?.filter(({ type }) => type === 'credit-note') ?? [];
  if (notes.length === 0) return null;
  return (
    <>
      <Content component="h3">{t('creditNotes')}</Content>
      <List isPlain>
        {notes.map(({ number, createdTime, currency, gross, url }) => (
          <ListItem key={number}>
            <a href={url} target="_blank" rel="noopener">
              {number}
            </a>{' '}
            {new Intl.NumberFormat(language, { style: 'currency', currency }).format(gross)}{' '}
            <Time moment={createdTime} />
          </ListItem>
        ))}
      </List>
    </>
  );
}
