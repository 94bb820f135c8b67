import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

const InviteDialog = lazyDialog([], async () => (await import('./InviteDialog.tsx')).InviteDialog);

/** Opens the invitation of a person by email. */
export function InviteButton({ organization }: { organization?: string }) {
  const { t } = useTranslation('users');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('invite')}
      </Button>
      {isOpen && <InviteDialog {...(organization && { organization })} onClose={() => setOpen(false)} />}
    </>
  );
}
