import type { KindList } from '../../list/kind-list.ts';
import { buyPage } from './buy-page.ts';

export const productList: KindList = {
  leadsTo: ({ name }) => [{ words: 'sales:buy', path: buyPage(String(name)), isOutside: true }],
};
