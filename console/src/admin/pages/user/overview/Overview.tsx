import type { KindPart } from '../../../editor/kind-editor.ts';
import { registry } from '../../../kinds.ts';
import { Contact } from './Contact.tsx';
import { Given } from './Given.tsx';
import { Identity } from './Identity.tsx';
import { Recent } from './Recent.tsx';
import { Sessions } from './Sessions.tsx';
import { SignIn } from './SignIn.tsx';
import { useRefreshed, useStored } from './use-dossier.ts';
import './overview.css';

const [role, group] = ['role', 'group'].map((name) => registry.named(name));

/** What an administrator needs to know about a user who asks for help, and what they can do. */
export const Overview: KindPart = ({ refresh }) => {
  const user = useStored();
  const refreshed = useRefreshed(user, refresh);
  return (
    <div className="dossier">
      <Identity user={user} refreshed={refreshed} />
      <Contact user={user} />
      <SignIn user={user} />
      <Sessions user={user} refreshed={refreshed} />
      {role && <Given kind={role} user={user} refreshed={refreshed} />}
      {group && <Given kind={group} user={user} refreshed={refreshed} />}
      <Recent user={user} />
    </div>
  );
};
