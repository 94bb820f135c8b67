import type { Kind } from '@doorwright/crds';
import { numeral } from '../words/formats.ts';
import { useTranslation } from '../words/use-translation.ts';
import type { ListState } from './list-state.ts';

/** The api counts so many rows of a table that grows without end, and estimates larger totals. */
const counted = 10_000;

/** The total of a list. An estimate says so, in two digits. */
export function useTotalText(): (total: number, kind?: Pick<Kind, 'partitioned'>) => string {
  const { t } = useTranslation('common');
  return (total, kind) =>
    kind?.partitioned && total > counted
      ? t('list:about', { total: Number(total.toPrecision(2)) })
      : t('total', { count: total });
}

export type PageOf = Pick<ListState, 'page' | 'pageSize'>;

/** For a page beyond the end, the server returns the last one. */
export const pageWithin = ({ page, pageSize }: PageOf, total: number) => Math.min(page, Math.ceil(total / pageSize));

/** The numbers of the rows of a page: 11–20. */
export function rangeText(of: PageOf, total: number, language: string): string {
  const end = pageWithin(of, total) * of.pageSize;
  return `${numeral(Math.min(end - of.pageSize + 1, total), language)}–${numeral(Math.min(end, total), language)}`;
}
