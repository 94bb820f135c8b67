import type { KindEditor } from '../../editor/kind-editor.ts';
import { queries } from '../../http/queries.ts';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { type Account, accountQuery, mayList } from '../../session/account.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { needWords } from '../../words/catalogues.ts';
import { useRulesPending } from './account-rules.ts';
import { MembershipsControl } from './MembershipsControl.tsx';
import { NotesOfUser } from './NotesOfUser.tsx';
import { PasswordControl } from './password/PasswordControl.tsx';
import { RegionControl } from './RegionControl.tsx';
import { TagControl } from './TagControl.tsx';
import { TypeControl } from './TypeControl.tsx';
import { useUserForm, useUserLocks } from './user-form.ts';

const kind = registry.named('user');

export const userEditor: KindEditor = {
  useForm: useUserForm,
  useIsWaiting: useRulesPending,
  useLocked: useUserLocks,
  shownOnceStored: ['id', 'password', 'roles', 'permissions'],
  controls: {
    password: PasswordControl,
    permissions: MembershipsControl,
    region: RegionControl,
    roles: MembershipsControl,
    tag: TagControl,
    type: TypeControl,
  },
  Above: NotesOfUser,
  // Few people open them, so each loads with its tab.
  parts: {
    overview: lazyPart(async () => {
      const words = needWords(['dossier', 'record-words']);
      const [{ Overview }] = await Promise.all([import('./overview/Overview.tsx'), words]);
      return Overview;
    }),
    security: lazyPart(async () => (await import('./security/SecurityParts.tsx')).SecurityParts),
    access: lazyPart(async () => (await import('./AccessOfUser.tsx')).AccessOfUser),
    'linked-accounts': lazyPart(async () => (await import('./LinkedLogins.tsx')).LinkedLogins),
    records: lazyPart(async () => {
      const [{ RecordsOfUser }] = await Promise.all([import('./RecordsOfUser.tsx'), needWords(['record-words'])]);
      return RecordsOfUser;
    }),
  },
  reads: ['', 'records'],
  deletionDoes: 'users:deleteAbout',
  exit() {
    const account = queries.getQueryData<Account>(accountQuery.queryKey);
    return account && mayList(kind, account) ? paths.list(kind) : paths.home;
  },
};
