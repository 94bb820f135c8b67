import './factor.css';
import { useState } from 'react';
import { callSealed } from '../credentials/call-sealed.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { PasswordField } from '../frame/PasswordField.tsx';
import { unexpectedError } from '../frame/unexpected-error.ts';
import { type Sentence, said, t } from '../words.ts';
import { askFactor } from './FactorChoice.tsx';
import { FactorCode } from './FactorCode.tsx';
import type { FactorFields } from './factor-form.ts';
import { byPassword, formsOf, type ProofProps } from './proof-ways.ts';

/** Asks the user of the session to prove again that it is them. */
export function ProofDialog({ ways, onDone }: ProofProps) {
  const forms = formsOf(ways);
  const [chosen, setChosen] = useState(forms[0]);
  const [answer, setAnswer] = useState('');
  const [failure, setFailure] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);

  async function prove(fields: FactorFields) {
    const isPassword = chosen === byPassword;
    if (!chosen) return;
    setBusy(true);
    setFailure('');
    try {
      const body = isPassword ? {} : { factor: chosen.name, ...fields };
      await callSealed('prove-again', isPassword ? { password: answer } : {}, { body });
      onDone(true);
    } catch (error) {
      setFailure(unexpectedError(error));
      setBusy(false);
    }
  }

  const form = chosen === byPassword ? undefined : chosen;
  const Form = form?.Form;
  const choose = (way: typeof chosen) => {
    setChosen(way);
    setAnswer('');
    setFailure('');
  };
  return (
    <Dialog
      title={t('proofTitle')}
      width={380}
      onClose={() => onDone(false)}
      onSubmit={() => void (answer && prove({ factorCode: answer }))}
      cancel={t('cancel')}
      submit={
        chosen &&
        !Form && (
          <Button type="submit" isBusy={isBusy} disabled={!answer}>
            {t('factorConfirm')}
          </Button>
        )
      }
    >
      <Alert>{said(failure)}</Alert>
      <p>{t(chosen ? chosen.lead : 'proofSignIn')}</p>
      {chosen === byPassword && (
        <PasswordField
          name="proofPassword"
          label={t('password')}
          autoComplete="current-password"
          autoFocus
          value={answer}
          onInput={(event) => setAnswer(event.currentTarget.value)}
        />
      )}
      {form && !Form && (
        <FactorCode
          key={form.name}
          {...form}
          ask={() => askFactor(form.name, true)}
          value={answer}
          onChange={setAnswer}
        />
      )}
      {form && Form && (
        <Form isBusy={isBusy} ask={() => askFactor(form.name, true)} prove={(fields) => void prove(fields)} />
      )}
      <ul className="other-factors">
        {forms
          .filter((way) => way !== chosen)
          .map((way) => (
            <li key={way.name}>
              <Button look="link" onClick={() => choose(way)}>
                {t(way.choice)}
              </Button>
            </li>
          ))}
      </ul>
    </Dialog>
  );
}
