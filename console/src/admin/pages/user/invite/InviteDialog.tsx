import { FormGroup, TextInput } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { call } from '../../../http/call.ts';
import { isGlobalAdmin, useAccount } from '../../../session/account.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { nameFrom } from './name-from.ts';

interface Props {
  /** The organization whose list is open. */
  organization?: string;
  onClose: () => void;
}

/** Adds a user without a password, and sends them a link by which they choose one. */
export function InviteDialog({ organization, onClose }: Props) {
  const { t } = useTranslation('users');
  const notify = useNotify();
  const queries = useQueryClient();
  const account = useAccount();
  const id = useId();
  const [owner, setOwner] = useState(organization ?? account?.owner ?? '');
  const [email, setEmail] = useState('');
  const [typedName, setTypedName] = useState<string>();
  const name = typedName ?? nameFrom(email);
  /** The user who is there already, where only the letter failed. */
  const added = useRef('');

  const invite = useMutation({
    async mutationFn() {
      const user = { owner: owner.trim(), name: name.trim(), email: email.trim() };
      const key = JSON.stringify(user);
      if (added.current !== key) await call('add-user', { body: { ...user, displayName: user.name } });
      added.current = key;
      void queries.invalidateQueries({ queryKey: ['user', 'list'] });
      await call('send-password-link', { kind: 'user', body: { owner: user.owner, name: user.name } });
    },
    onSuccess() {
      notify('success', t('invited', { email: email.trim() }));
      onClose();
    },
  });
  const isReady = [owner, email, name].every((text) => text.trim() !== '');
  return (
    <FormDialog
      title={t('inviteTitle')}
      about={t('inviteAbout')}
      action={t('inviteSend')}
      problem={invite.error?.message}
      isBusy={invite.isPending}
      isReady={isReady}
      onSubmit={() => invite.mutate()}
      onClose={onClose}
    >
      <FormGroup label={t('inviteEmail')} fieldId={`${id}-email`} isRequired>
        <TextInput id={`${id}-email`} type="email" value={email} onChange={(_event, text) => setEmail(text)} />
      </FormGroup>
      <FormGroup label={t('inviteName')} fieldId={`${id}-name`} isRequired>
        <TextInput id={`${id}-name`} value={name} onChange={(_event, text) => setTypedName(text)} />
      </FormGroup>
      {account && isGlobalAdmin(account) && (
        <FormGroup label={t('inviteOrganization')} fieldId={`${id}-owner`} isRequired>
          <TextInput id={`${id}-owner`} value={owner} onChange={(_event, text) => setOwner(text)} />
        </FormGroup>
      )}
    </FormDialog>
  );
}
