import './passkeys.css';
import { call } from '../../../call.ts';
import { withFreshProof } from '../../../factor/with-fresh-proof.ts';
import { Alert } from '../../../frame/Alert.tsx';
import { Button } from '../../../frame/Button.tsx';
import { said, t, type Word } from '../../../words.ts';
import { Loading } from '../../Loading.tsx';
import { isShown, mayChange } from '../../own-account.ts';
import type { SectionProps } from '../../section.ts';
import { useList } from '../../use-list.ts';
import { type Passkey, PasskeyRow } from './PasskeyRow.tsx';

const item = 'WebAuthn credentials';

async function addPasskey(): Promise<void> {
  const { makePasskey } = await import('../../../passkeys/ceremony.ts');
  const made = await withFreshProof(() => makePasskey('webauthn/signup/begin'));
  await call('webauthn/signup/finish', { body: made });
}

/** The passkeys of the user, where the organization shows them. */
export function Passkeys(props: SectionProps) {
  return isShown(props.account, item) ? <PasskeyPanel {...props} /> : null;
}

function PasskeyPanel({ account, tell }: SectionProps) {
  const { rows, failure, busy, act } = useList<Passkey>('get-passkeys');
  const isOpen = mayChange(account, item);

  const run = (key: string, action: () => Promise<unknown>, done: Word) =>
    act(key, action).then((isDone) => {
      if (isDone) tell({ word: done });
    });

  return (
    <section className="panel" id="passkeys" aria-label={t('accountPasskeys')}>
      <h2>{t('accountPasskeys')}</h2>
      <p className="lead">{t('accountPasskeysLead')}</p>
      <Alert>{said(failure)}</Alert>
      {!rows && !failure && <Loading />}
      <ul className="things">
        {rows?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            mayChange={isOpen}
            isBusy={busy === passkey.id}
            rename={(name) =>
              void run(
                passkey.id,
                () => call('rename-passkey', { body: { id: passkey.id, name } }),
                'accountPasskeyRenamed',
              )
            }
            remove={() =>
              void run(
                passkey.id,
                () => withFreshProof(() => call('delete-passkey', { body: { id: passkey.id } })),
                'accountPasskeyRemoved',
              )
            }
          />
        ))}
      </ul>
      {isOpen && (
        <div className="actions">
          <Button
            look="secondary"
            isBusy={busy === 'new'}
            onClick={() => void run('new', addPasskey, 'accountPasskeyAdded')}
          >
            {t('accountPasskeyAdd')}
          </Button>
        </div>
      )}
    </section>
  );
}
