import { endOfTerm } from '@doorwright/crds/values/subscription-term.ts';
import type { KindEditor } from '../../editor/kind-editor.ts';

export const subscriptionEditor: KindEditor = {
  following: {
    // The server computes the same. The form shows the end before the user saves.
    duration: ({ startDate, duration }) => ({ endDate: endOfTerm(String(startDate), Number(duration)) }),
  },
};
