import { Checkbox } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useStoredId } from '../../../fields/use-stored-id.ts';
import { callSealed } from '../../../http/call-sealed.ts';
import { useAccountId } from '../../../session/account.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useRefresh } from '../use-refresh.ts';
import { PasswordInput } from './PasswordInput.tsx';

/** Sets the password of a user, for an administrator. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users');
  const notify = useNotify();
  const user = useStoredId();
  const refresh = useRefresh(user);
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [problem, setProblem] = useState('');
  const mustId = useId();
  const account = useAccountId();
  const isOwn = account === `${user.owner}/${user.name}`;
  // Somebody else knows the password now, so it is for one sign-in.
  const [mustChange, setMustChange] = useState(true);

  const set = useMutation({
    mutationFn: async () => {
      const whose = { userOwner: user.owner, userName: user.name };
      await callSealed(
        'set-password',
        { newPassword: first },
        { ...whose, ...(!isOwn && { mustChangePassword: mustChange }) },
      );
      await refresh('password', 'mustChangePassword');
    },
    onSuccess() {
      notify('success', t('passwordSet'), 'care');
      onClose();
    },
    onError: (error) => setProblem(error.message),
  });
  function submit() {
    const why = first === '' || second === '' ? t('emptyInput') : first === second ? '' : t('passwordsDiffer');
    setProblem(why);
    if (!why) set.mutate();
  }
  return (
    <FormDialog
      title={isOwn ? t('password') : t('resetOf', { name: user.name })}
      action={t('setPasswordNow')}
      problem={problem}
      isBusy={set.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* Password managers want to know whose it is. */}
      <input type="text" autoComplete="username" value={user.name} readOnly hidden />
      <PasswordInput label={t('newPassword')} value={first} onChange={setFirst} />
      <PasswordInput label={t('reenterNew')} value={second} onChange={setSecond} />
      {!isOwn && (
        <Checkbox
          id={mustId}
          label={t('mustChange')}
          isChecked={mustChange}
          onChange={(_event, isOn) => setMustChange(isOn)}
        />
      )}
    </FormDialog>
  );
}
