import { providerCategories, typesOf } from '@doorwright/crds/providers/index.ts';
import type { KindList } from '../../list/kind-list.ts';

export const providerList: KindList = {
  groups: { type: Object.fromEntries(providerCategories.map((each) => [each, typesOf(each)])) },
};
