import { triggeringActions } from '@doorwright/crds/options/record-actions.ts';
import type { KindList } from '../../list/kind-list.ts';

const triggering: readonly unknown[] = triggeringActions;

export const recordList: KindList = {
  // Other kinds need no callback.
  shownWhen: { isTriggered: ({ action }) => triggering.includes(action) },
};
