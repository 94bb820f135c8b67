import type { KindList } from '../../list/kind-list.ts';

export const sessionList: KindList = {
  ends: ({ owner, user: name, application, id }) => ({ owner, name, application, sessionId: [id] }),
};
