import { triggeringActions } from '@doorwright/crds/options/record-actions.ts';
import type { KindList } from '../../list/kind-list.ts';
import { Changes } from './Changes.tsx';
import { Action, Actor, Application, Object_, Outcome, Protocol, Reason } from './cells.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { RecordFilters } from './RecordFilters.tsx';
import { useValueWords } from './record-words.ts';

const triggering: readonly unknown[] = triggeringActions;

export const recordList: KindList = {
  // Other actions show it only if a webhook was called.
  shownWhen: { isTriggered: ({ action, isTriggered }) => isTriggered === true || triggering.includes(action) },
  useValueWords,
  cells: {
    ...{ user: Actor, action: Action, object: Object_, outcome: Outcome, reason: Reason, changes: Changes },
    ...{ application: Application, protocol: Protocol },
  },
  Filters: RecordFilters,
  Tools: ExportMenu,
};
