import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useTranslation } from '../../words/use-translation.ts';

const ApplicationDialog = lazyDialog(
  ['get-started'],
  async () => (await import('./ApplicationDialog.tsx')).ApplicationDialog,
);

/** Opens the dialog that makes an application and its organization. */
export function ConnectButton({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation('get-started');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={isMain ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {t('steps.application.action')}
      </Button>
      {isOpen && <ApplicationDialog onClose={() => setOpen(false)} />}
    </>
  );
}
