import type { Row } from '@doorwright/crds';
import { registry } from '../../kinds.ts';
import { useKindWords } from '../../words/kind-words.ts';
import { shownItems, useRules, useStanding } from './account-rules.ts';
import { NamedList } from './NamedList.tsx';

/** The passkeys and security keys of a user, where the organization shows them. */
export function Passkeys({ object }: { object: Row }) {
  const words = useKindWords(registry.named('user'));
  const rules = useRules(String(object.owner));
  const standing = useStanding(object);
  if (!rules || !shownItems(rules, standing).some(({ name }) => name === 'WebAuthn credentials')) return null;
  const keys = (object.webauthnCredentials ?? []) as { ID: string }[];
  return (
    <div className="below">
      <NamedList
        title={words.field('webauthnCredentials')}
        entries={keys.map(({ ID }) => ({ name: 'ID', value: ID }))}
      />
    </div>
  );
}
