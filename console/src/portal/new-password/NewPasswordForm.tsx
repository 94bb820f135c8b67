import { hasOuterBlank, shortestPassword } from '@doorwright/crds/values/password-rules.ts';
import type { FormEvent } from 'react';
import { Button } from '../frame/Button.tsx';
import { NewPasswordField } from '../frame/NewPasswordField.tsx';
import { PasswordField } from '../frame/PasswordField.tsx';
import { useProblems } from '../frame/use-problems.ts';
import type { Organization } from '../page.ts';
import { t } from '../words.ts';

interface Props {
  username: string;
  organization: Pick<Organization, 'refuseWeakPasswords' | 'passwordLength'>;
  isBusy: boolean;
  /** Sends the password. It throws what is wrong with it. */
  send: (newPassword: string) => Promise<void>;
  /** Removes what the last answer said, because the page has refused another password. */
  clear?: () => void;
}

/** A new password, typed twice. The page judges it as far as it can, and the server by the rules of the organization. */
export function NewPasswordForm({ username, organization, isBusy, send, clear }: Props) {
  const limit = shortestPassword(organization);
  const { problems, tell, tellOne, correct } = useProblems<'newPassword' | 'confirm'>();

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
      ...(hasOuterBlank(newPassword) && { newPassword: { word: 'passwordBlank' } as const }),
      ...(newPassword.length < limit && { newPassword: { word: 'passwordShort', values: { limit } } as const }),
      ...(confirm !== newPassword && { confirm: { word: 'confirmDiffers' } as const }),
      ...(!confirm && { confirm: { word: 'confirmMissing' } as const }),
    });
    if (!isWhole) return clear?.();
    await send(newPassword).catch((error: unknown) => tell(form, { newPassword: error as Error }));
  }

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
