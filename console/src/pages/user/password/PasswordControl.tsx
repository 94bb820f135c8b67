import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../fields/control.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';

const PasswordDialog = lazyDialog([], async () => (await import('./PasswordDialog.tsx')).PasswordDialog);

/** Opens the dialog that sets a password. The page never shows or saves it. */
export function PasswordControl({ id, label, value, isDisabled }: ControlProps<string>) {
  const { t } = useTranslation('users');
  const [isOpen, setOpen] = useState(false);
  const hasPassword = Boolean(value);
  const title = t(hasPassword ? 'modifyPassword' : 'setPassword');
  return (
    <div>
      <Button
        id={id}
        variant="secondary"
        aria-label={`${label}: ${title}`}
        isDisabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
