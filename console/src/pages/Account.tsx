import { registry } from '../kinds.ts';
import { ResourceEditor } from '../resource/ResourceEditor.tsx';
import { useAccount } from '../session/account.ts';

/** One's own page is the editor of one's own user; the server says what one may see and change there. */
export function Account() {
  const account = useAccount();
  if (!account) return null;
  return <ResourceEditor kind={registry.named('user')} id={{ owner: account.owner, key: account.name }} />;
}
