import { triggeringActions } from '@doorwright/crds/options/record-actions.ts';
import { providerCategories, typesOf } from '@doorwright/crds/providers/index.ts';
import type { KindList } from '../list/kind-list.ts';
import { paths } from '../paths.ts';
import { UploadFile } from './resource/UploadFile.tsx';
import { UploadButton } from './user/upload/UploadButton.tsx';

const triggering: readonly unknown[] = triggeringActions;

/** The kinds with special parts in their list. */
export const kindLists: Record<string, KindList> = {
  organization: { leadsTo: ({ name }) => [{ words: 'user:plural', path: paths.usersOf(String(name)) }] },
  provider: { groups: { type: Object.fromEntries(providerCategories.map((each) => [each, typesOf(each)])) } },
  // Other kinds need no callback.
  record: { shownWhen: { isTriggered: ({ action }) => triggering.includes(action) } },
  resource: {
    copies: ({ url }) => (url ? [{ words: 'copyLink', text: String(url) }] : []),
    Beside: UploadFile,
  },
  session: { ends: ({ owner, user: name, application, id }) => ({ owner, name, application, sessionId: [id] }) },
  user: { Beside: UploadButton },
};
