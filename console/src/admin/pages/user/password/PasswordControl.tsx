import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import type { ControlProps } from '../../../fields/control.ts';
import { useStoredId } from '../../../fields/use-stored-id.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useStanding } from '../account-rules.ts';

const PasswordDialog = lazyDialog([], async () => (await import('./PasswordDialog.tsx')).PasswordDialog);
const SendLink = lazyDialog([], async () => (await import('./SendLink.tsx')).SendLink);

/** Opens the dialog that sets a password, or that sends a link to choose one. The page never shows or saves it. */
export function PasswordControl({ id, label, value, isDisabled }: ControlProps<string>) {
  const { t } = useTranslation('users');
  const user = useStoredId();
  const isAdministrator = useStanding(user) === 'administrator';
  const [open, setOpen] = useState<'password' | 'link'>();
  const hasPassword = Boolean(value);
  const title = t(hasPassword ? 'modifyPassword' : 'setPassword');
  const close = () => setOpen(undefined);
  return (
    <div className="side-by-side">
      <Button
        id={id}
        variant="secondary"
        aria-label={`${label}: ${title}`}
        isDisabled={isDisabled}
        onClick={() => setOpen('password')}
      >
        {title}
      </Button>
      {isAdministrator && (
        <Button variant="secondary" isDisabled={isDisabled} onClick={() => setOpen('link')}>
          {t('linkOpen')}
        </Button>
      )}
      {open === 'password' && <PasswordDialog onClose={close} />}
      {open === 'link' && <SendLink {...user} onClose={close} />}
    </div>
  );
}
