import type { Kind } from '@doorwright/crds';
import { useTranslation } from '../words/use-translation.ts';

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
