import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { paths } from '../paths.ts';
import type { Account } from '../session/account.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useTranslation } from '../words/use-translation.ts';

/** Offers a user with unsaved changes to sign in again in another tab, so that the page keeps the changes. */
export function SessionEnded({ account: { owner, successor } }: { account: Account }) {
  const { t } = useTranslation('console');
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <ConfirmDialog
      title={successor ? t('otherAccount', { name: successor }) : t('sessionEnded')}
      about={t(successor ? 'otherAccountBody' : 'sessionEndedBody', { name: successor })}
      stay={t('common:close')}
      onStay={() => setOpen(false)}
    >
      <Button component="a" href={paths.login(owner)} target="_blank" rel="noopener">
        {t('signInAgain')}
      </Button>
    </ConfirmDialog>
  );
}
