import { Content } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useQuery } from '@tanstack/react-query';
import { priceText } from '../../../../shared/price-text.ts';
import type { ListState } from '../../../list/list-state.ts';
import { searchIn } from '../../../list/search-in.ts';
import { useChoiceWords } from '../../../words/choice-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { currenciesOf, statesOf, type Total, totalsQuery } from './totals.ts';
import './totals.css';

function Sum({ total: { price, refunded, currency, payments } }: { total: Total }) {
  const { t, language } = useTranslation('sales');
  return (
    <>
      <strong>{priceText(price, currency, language)}</strong>
      <small>{t('totals.payments', { count: payments })}</small>
      {Number(refunded) > 0 && (
        <small>{t('totals.refunded', { price: priceText(refunded, currency, language) })}</small>
      )}
    </>
  );
}

/** What the payments of the list add up to, by currency and state. Payments by hand that nobody has confirmed stand apart. */
export function Totals({ state, organization }: { state: ListState; organization?: string }) {
  const { t, language } = useTranslation('sales');
  const word = useChoiceWords();
  const { data } = useQuery(totalsQuery(searchIn(state, organization)));
  // The list says itself if the server does not answer.
  if (!data || (data.totals.length === 0 && data.unconfirmed === 0)) return null;
  const { totals, unconfirmed } = data;
  const states = statesOf(totals);
  const totalOf = (currency: string, of: string) =>
    totals.find((each) => each.currency === currency && each.state === of);
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return (
    <section className="totals" aria-label={t('totals.title')}>
      {totals.length > 0 && (
        <Table variant="compact" borders={false} gridBreakPoint="grid-md" aria-label={t('totals.title')}>
          <Thead>
            <Tr>
              <Th>{t('totals.title')}</Th>
              {states.map((each) => (
                <Th key={each}>{word(each)}</Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {currenciesOf(totals).map((currency) => (
              <Tr key={currency}>
                <Th scope="row" dataLabel={t('payment:fields.currency')}>
                  <abbr title={names.of(currency)}>{currency}</abbr>
                </Th>
                {states.map((each) => {
                  const total = totalOf(currency, each);
                  return (
                    <Td key={each} dataLabel={word(each)} className={total ? '' : 'none'}>
                      {total ? <Sum total={total} /> : '–'}
                    </Td>
                  );
                })}
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      {unconfirmed > 0 && <Content component="small">{t('totals.unconfirmed', { count: unconfirmed })}</Content>}
    </section>
  );
}
