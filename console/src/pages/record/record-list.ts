import { triggeringActions } from '@doorwright/crds/options/record-actions.ts';
import type { KindList } from '../../list/kind-list.ts';
import { Changes } from './Changes.tsx';
import { Action, Actor, Object_, Outcome, Reason } from './cells.tsx';
import { ExportMenu } from './ExportMenu.tsx';

const triggering: readonly unknown[] = triggeringActions;

export const recordList: KindList = {
  // For other actions it is news only if a webhook was called.
  shownWhen: { isTriggered: ({ action, isTriggered }) => isTriggered === true || triggering.includes(action) },
  cells: { user: Actor, action: Action, object: Object_, outcome: Outcome, reason: Reason, changes: Changes },
  Tools: ExportMenu,
};
