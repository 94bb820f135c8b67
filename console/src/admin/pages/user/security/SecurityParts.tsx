import type { Row } from '@doorwright/crds';
import { shownItems, useRules, useStanding } from '../account-rules.ts';
import { Factors } from './Factors.tsx';
import { Passkeys } from './Passkeys.tsx';

/** What a user proves their identity by, where the organization shows it. */
export function SecurityParts({ object }: { object: Row }) {
  const rules = useRules(String(object.owner));
  const standing = useStanding(object);
  if (!rules) return null;
  const user = { owner: String(object.owner), name: String(object.name) };
  const shown = shownItems(rules, standing).map(({ name }) => name);
  return (
    <>
      {shown.includes('WebAuthn credentials') && <Passkeys {...user} />}
      {shown.includes('Password') && <Factors {...user} mayReset={standing === 'administrator'} />}
    </>
  );
}
