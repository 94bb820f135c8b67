import { useState } from 'react';
import { call } from '../../call.ts';
import { Dialog } from '../../dialog/Dialog.tsx';
import { withFreshProof } from '../../factor/with-fresh-proof.ts';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { Field } from '../../frame/Field.tsx';
import { type Sentence, said, t } from '../../words.ts';
import { deletedAddress } from '../deleted-address.ts';
import type { OwnAccount } from '../own-account.ts';
import { sessionWatch } from '../use-session-end.ts';

interface Props {
  account: OwnAccount;
  lead: string;
  onClose: () => void;
}

/** Asks for the name of the user, and for a proof of who they are if the last one is old. Then it deletes the account. */
export function DeletionDialog({ account, lead, onClose }: Props) {
  const { name } = account.user;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Sentence>('');
  const [failure, setFailure] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);

  async function remove() {
    if (isBusy) return;
    const isRight = typed.trim() === name;
    setFailure('');
    setProblem(isRight ? '' : { word: 'accountDeleteDiffers' });
    if (!isRight) return document.getElementById('deletedName')?.focus();
    setBusy(true);
    sessionWatch.isPaused = true;
    try {
      await withFreshProof(() => call('delete-account', { body: { name } }));
      location.replace(deletedAddress);
    } catch (error) {
      sessionWatch.isPaused = false;
      setFailure(error as Error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={t('accountDelete')}
      width={440}
      cancel={t('cancel')}
      submit={
        <Button type="submit" look="danger" isBusy={isBusy}>
          {t('accountDelete')}
        </Button>
      }
      onClose={onClose}
      onSubmit={() => void remove()}
    >
      <Alert>{said(failure)}</Alert>
      <p className="lead">{lead}</p>
      <p className="lead">{t('accountDeleteEffects')}</p>
      <Field
        name="deletedName"
        label={t('accountDeleteConfirm', { name })}
        value={typed}
        autoComplete="off"
        autoFocus
        dir="auto"
        problem={said(problem)}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setProblem('');
        }}
      />
    </Dialog>
  );
}
