import { Button, Content, FormGroup, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import type { FactorForm } from '../../../portal/factor/factor-form.ts';
import { byPassword, formsOf, type ProofProps } from '../../../portal/factor/proof-ways.ts';
import { call } from '../../http/call.ts';
import { callSealed } from '../../http/call-sealed.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useTranslation } from '../../words/use-translation.ts';

/** Asks the user of the session to prove again that it is them. */
export function ProofDialog({ ways, onDone }: ProofProps) {
  const { t } = useTranslation(['factor', 'login']);
  const all = formsOf(ways);
  const [way, setWay] = useState(all[0]);
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);

  async function run(action: () => Promise<unknown>) {
    setBusy(true);
    setProblem('');
    try {
      await action();
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  }
  const ask = async () => (await call('ask-factor', { body: { factor: way?.name, again: true } })).data;
  const send = (fields: object) =>
    run(async () => {
      if (way === byPassword) await callSealed('prove-again', { password: answer }, {});
      else await call('prove-again', { body: { factor: way?.name, ...fields } });
      onDone(true);
    });
  const choose = (next: FactorForm) => {
    setWay(next);
    setAnswer('');
    setProblem('');
    setSent(false);
  };
  const Form = way?.Form;
  const isPassword = way === byPassword;
  return (
    <FormDialog
      title={t('proofTitle')}
      width={420}
      problem={problem}
      action={t('factorConfirm')}
      isBusy={isBusy}
      isReady={answer.trim() !== ''}
      onSubmit={() => void send({ factorCode: answer })}
      onClose={() => onDone(false)}
    >
      <Content component="p">{t(way ? way.lead : 'proofSignIn')}</Content>
      {Form && <Form isBusy={isBusy} ask={ask} prove={(fields) => void send(fields)} />}
      {way && !Form && (
        <FormGroup label={t(isPassword ? 'login:password' : 'factorCode')} fieldId="proof">
          <TextInput
            id="proof"
            autoFocus
            type={isPassword ? 'password' : 'text'}
            autoComplete={isPassword ? 'current-password' : 'one-time-code'}
            inputMode={way.code === 'numeric' ? 'numeric' : 'text'}
            maxLength={isPassword ? 1000 : 20}
            value={answer}
            onChange={(_event, text) => setAnswer(text)}
          />
        </FormGroup>
      )}
      {way?.isSent && (
        <Button
          variant="secondary"
          isDisabled={isBusy || isSent}
          onClick={() => void run(() => ask().then(() => setSent(true)))}
        >
          {t(isSent ? 'login:codeSent' : 'login:sendCode')}
        </Button>
      )}
      {all
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other.name} variant="link" isInline onClick={() => choose(other)}>
            {t(other.choice)}
          </Button>
        ))}
    </FormDialog>
  );
}
