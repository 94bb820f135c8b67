import { endOfTerm } from '@doorwright/crds/values/subscription-term.ts';
import type { KindEditor } from '../../resource/kind-editor.ts';

export const subscriptionEditor: KindEditor = {
  following: {
    // The server does the same; here one sees the end before one saves.
    duration: ({ startDate, duration }) => ({ endDate: endOfTerm(String(startDate), Number(duration)) }),
  },
};
