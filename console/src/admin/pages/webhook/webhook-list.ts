import type { KindList } from '../../list/kind-list.ts';
import { StateCell } from './StateCell.tsx';

export const webhookList: KindList = { cells: { problem: StateCell } };
