import { ResourceEditor } from '../editor/ResourceEditor.tsx';
import { registry } from '../kinds.ts';
import { useAccount } from '../session/account.ts';
import { userEditor } from './user/user-editor.ts';

/** A user's own page is the editor of their user. The server decides which fields they see and change. */
export function Account() {
  const account = useAccount();
  if (!account) return null;
  return (
    <ResourceEditor
      kind={registry.named('user')}
      id={{ owner: account.owner, key: account.name }}
      special={userEditor}
    />
  );
}
