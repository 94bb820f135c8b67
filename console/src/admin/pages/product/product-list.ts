import type { KindList } from '../../list/kind-list.ts';
import { Price } from '../price/Price.tsx';
import { buyPage } from './buy-page.ts';

export const productList: KindList = {
  cells: { price: Price },
  leadsTo: ({ name }) => [{ words: 'sales:buy', path: buyPage(String(name)), isOutside: true }],
};
