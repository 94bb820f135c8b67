import { shortestPassword } from '@doorwright/crds/values/password-rules.ts';
import { type FormEvent, useState } from 'react';
import { CallError } from '../../http/exchange.ts';
import { callSealed } from '../credentials/call-sealed.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { NewPasswordField } from '../frame/NewPasswordField.tsx';
import { PasswordField } from '../frame/PasswordField.tsx';
import { useProblems } from '../frame/use-problems.ts';
import type { Organization } from '../page.ts';
import { type Sentence, said, t } from '../words.ts';

interface Props {
  username: string;
  organization: Pick<Organization, 'refuseWeakPasswords' | 'passwordLength'>;
  onChanged: () => void;
  onBeginAgain: () => void;
}

/** Sets the new password. A user who took too long learns it, and may start again. */
export function ResetStep({ username, organization, onChanged, onBeginAgain }: Props) {
  const limit = shortestPassword(organization);
  const { problems, tell, tellOne, correct } = useProblems<'newPassword' | 'confirm'>();
  const [late, setLate] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);

  function type(event: FormEvent<HTMLFormElement>) {
    correct(event);
    // The second password is compared with the first one.
    tellOne('confirm', undefined);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const given = new FormData(form);
    const newPassword = String(given.get('newPassword') ?? '');
    const confirm = String(given.get('confirm') ?? '');
    const isWhole = tell(form, {
      ...(/\s/.test(newPassword) && { newPassword: { word: 'passwordBlank' } as const }),
      ...(newPassword.length < limit && { newPassword: { word: 'passwordShort', values: { limit } } as const }),
      ...(confirm !== newPassword && { confirm: { word: 'confirmDiffers' } as const }),
      ...(!confirm && { confirm: { word: 'confirmMissing' } as const }),
    });
    if (!isWhole) return;
    setBusy(true);
    try {
      await callSealed('reset-password', { newPassword }, { body: {} });
      onChanged();
    } catch (error) {
      if (error instanceof CallError && error.code === 'step-missing') setLate(error);
      else tell(form, { newPassword: error as Error });
      setBusy(false);
    }
  }

  if (late)
    return (
      <>
        <Alert>{said(late)}</Alert>
        <Button onClick={onBeginAgain}>{t('beginAgain')}</Button>
      </>
    );
  return (
    <form noValidate onInput={type} onSubmit={(event) => void submit(event)}>
      {/* Password managers learn from it whose password this is. */}
      <input
        className="unseen"
        type="text"
        autoComplete="username"
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <NewPasswordField
        name="newPassword"
        label={t('newPassword')}
        help={t('passwordHelp', { limit })}
        known={[username]}
        autoFocus
        problem={problems.newPassword}
      />
      <PasswordField
        name="confirm"
        label={t('confirmPassword')}
        autoComplete="new-password"
        problem={problems.confirm}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('changePassword')}
      </Button>
    </form>
  );
}
