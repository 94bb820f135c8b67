import { hasOuterBlank } from '@doorwright/crds/values/password-rules.ts';
import { type FormEvent, useState } from 'react';
import { CallError } from '../../../../shared/exchange.ts';
import { callSealed } from '../../../credentials/call-sealed.ts';
import { withFreshProof } from '../../../factor/with-fresh-proof.ts';
import { Button } from '../../../frame/Button.tsx';
import { NewPasswordField } from '../../../frame/NewPasswordField.tsx';
import { PasswordField } from '../../../frame/PasswordField.tsx';
import { useProblems } from '../../../frame/use-problems.ts';
import { t } from '../../../words.ts';
import type { SectionProps } from '../../section.ts';
import { type PasswordRules, rulesInWords } from './password-rules.ts';

interface Props extends SectionProps {
  /** The user has a password, and proves it first. */
  isSet: boolean;
  rules: PasswordRules;
  onClose: () => void;
}

/** Sets a new password. Every other session of the user ends. */
export function PasswordForm({ account, refresh, tell: done, isSet, rules, onClose }: Props) {
  const { user } = account;
  const limit = rules.minLength;
  const { problems, tell, correct } = useProblems<'oldPassword' | 'newPassword' | 'confirm'>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const given = new FormData(form);
    const text = (name: string) => String(given.get(name) ?? '');
    const [oldPassword, newPassword, confirm] = [text('oldPassword'), text('newPassword'), text('confirm')];
    const isWhole = tell(form, {
      ...(isSet && !oldPassword && { oldPassword: { word: 'passwordMissing' } as const }),
      ...(hasOuterBlank(newPassword) && { newPassword: { word: 'passwordBlank' } as const }),
      ...(newPassword.length < limit && { newPassword: { word: 'passwordShort', values: { limit } } as const }),
      ...(confirm !== newPassword && { confirm: { word: 'confirmDiffers' } as const }),
      ...(!confirm && { confirm: { word: 'confirmMissing' } as const }),
    });
    if (!isWhole) return;
    setBusy(true);
    try {
      const secrets = { ...(isSet && { oldPassword }), newPassword };
      const body = { userOwner: user.owner, userName: user.name };
      await withFreshProof(() => callSealed('set-password', secrets, { body }));
      await refresh();
      done({ word: 'accountPasswordChanged' });
      onClose();
    } catch (error) {
      const isOfOld = error instanceof CallError && ['password-incorrect', 'locked'].includes(error.code);
      tell(form, { [isSet && isOfOld ? 'oldPassword' : 'newPassword']: error as Error });
      setBusy(false);
    }
  }

  return (
    <form noValidate onInput={correct} onSubmit={(event) => void submit(event)}>
      {/* Password managers learn from it whose password this is. */}
      <input
        className="unseen"
        type="text"
        autoComplete="username"
        value={user.name}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      {isSet && (
        <PasswordField
          name="oldPassword"
          label={t('accountOldPassword')}
          autoComplete="current-password"
          autoFocus
          problem={problems.oldPassword}
        />
      )}
      <NewPasswordField
        name="newPassword"
        label={t('newPassword')}
        help={rulesInWords(rules)}
        known={[user.name, user.displayName, user.email]}
        autoFocus={!isSet}
        problem={problems.newPassword}
      />
      <PasswordField
        name="confirm"
        label={t('confirmPassword')}
        autoComplete="new-password"
        problem={problems.confirm}
      />
      <div className="actions">
        <Button type="submit" isBusy={isBusy}>
          {t(isSet ? 'changePassword' : 'accountSetPassword')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
