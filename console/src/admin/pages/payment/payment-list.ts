import type { KindList } from '../../list/kind-list.ts';
import { Price } from '../price/Price.tsx';
import { ExportPayments } from './list/ExportPayments.tsx';
import { Totals } from './list/Totals.tsx';
import { resultPage } from './result-page.ts';

export const paymentList: KindList = {
  cells: { price: Price },
  leadsTo: ({ name }) => [{ words: 'sales:result', path: resultPage(String(name)), isOutside: true }],
  Summary: Totals,
  Tools: ExportPayments,
};
