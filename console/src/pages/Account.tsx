import { registry } from '../kinds.ts';
import { useAccount } from '../session/account.ts';
import { EditorPage } from './EditorPage.tsx';

/** A user's own page is the editor of their user. The server decides which fields they see and change. */
export function Account() {
  const account = useAccount();
  if (!account) return null;
  return <EditorPage kind={registry.named('user')} id={{ owner: account.owner, key: account.name }} />;
}
