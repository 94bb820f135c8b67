import type { KindList } from '../../list/kind-list.ts';
import { paths } from '../../paths.ts';

export const organizationList: KindList = {
  leadsTo: ({ name }) => [{ words: 'user:plural', path: paths.usersOf(String(name)) }],
};
