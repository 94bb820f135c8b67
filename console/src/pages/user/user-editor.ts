import type { KindEditor } from '../../editor/kind-editor.ts';
import { queries } from '../../http/queries.ts';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { type Account, accountQuery, mayList } from '../../session/account.ts';
import { AccessOfUser } from './AccessOfUser.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import { LinkedLogins } from './LinkedLogins.tsx';
import { MembershipsControl } from './MembershipsControl.tsx';
import { PasswordControl } from './password/PasswordControl.tsx';
import { RecordsOfUser } from './RecordsOfUser.tsx';
import { RegionControl } from './RegionControl.tsx';
import { SecurityParts } from './security/SecurityParts.tsx';
import { TagControl } from './TagControl.tsx';
import { TypeControl } from './TypeControl.tsx';
import { useUserForm, useUserLocks } from './user-form.ts';

const kind = registry.named('user');

export const userEditor: KindEditor = {
  useForm: useUserForm,
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
  Above: DeletedNotice,
  parts: { security: SecurityParts, access: AccessOfUser, 'linked-accounts': LinkedLogins, records: RecordsOfUser },
  deletionDoes: 'users:deleteAbout',
  exit() {
    const account = queries.getQueryData<Account>(accountQuery.queryKey);
    return account && mayList(kind, account) ? paths.list(kind) : paths.home;
  },
};
