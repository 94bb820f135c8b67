import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredId } from '../../../fields/use-stored-id.ts';
import { callSealed } from '../../../http/call-sealed.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useStanding } from '../account-rules.ts';
import { useRefresh } from '../use-refresh.ts';
import { PasswordInput } from './PasswordInput.tsx';

interface Props {
  hasPassword: boolean;
  onClose: () => void;
}

/** Sets a password. Users who are not administrators also enter their old one. */
export function PasswordDialog({ hasPassword, onClose }: Props) {
  const { t } = useTranslation('users');
  const notify = useNotify();
  const user = useStoredId();
  const refresh = useRefresh(user);
  const standing = useStanding(user);
  const mustProve = hasPassword && standing !== 'administrator';
  const [old, setOld] = useState('');
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [problem, setProblem] = useState('');

  const set = useMutation({
    mutationFn: async () => {
      const secrets = { ...(mustProve && { oldPassword: old }), newPassword: first };
      await callSealed('set-password', secrets, { userOwner: user.owner, userName: user.name });
      await refresh('password');
    },
    onSuccess() {
      notify('success', t('passwordSet'));
      onClose();
    },
    onError: (error) => setProblem(error.message),
  });
  function submit() {
    const isEmpty = first === '' || second === '' || (mustProve && old === '');
    const why = isEmpty ? t('emptyInput') : first === second ? '' : t('passwordsDiffer');
    setProblem(why);
    if (!why) set.mutate();
  }
  return (
    <FormDialog
      title={t('password')}
      action={t('setPasswordNow')}
      problem={problem}
      isBusy={set.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* Password managers want to know whose it is. */}
      <input type="text" autoComplete="username" value={user.name} readOnly hidden />
      {mustProve && (
        <PasswordInput label={t('oldPassword')} value={old} autoComplete="current-password" onChange={setOld} />
      )}
      <PasswordInput label={t('newPassword')} value={first} autoComplete="new-password" onChange={setFirst} />
      <PasswordInput label={t('reenterNew')} value={second} autoComplete="new-password" onChange={setSecond} />
    </FormDialog>
  );
}
