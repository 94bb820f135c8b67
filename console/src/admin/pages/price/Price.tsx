import type { Row } from '@doorwright/crds';
import { priceText } from '../../../shared/price-text.ts';
import { useTranslation } from '../../words/use-translation.ts';

/** The price of a row, as the reader writes it. */
export function Price({ row }: { row: Row }) {
  const { language } = useTranslation();
  return priceText(Number(row.price), String(row.currency), language);
}
