import type { KindList } from '../../list/kind-list.ts';
import { BesideUsers } from './invite/BesideUsers.tsx';

export const userList: KindList = { Beside: BesideUsers };
