import { Button } from '@patternfly/react-core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useTranslation } from '../../words/use-translation.ts';

const ApplicationDialog = lazyPart(async () => (await import('./ApplicationDialog.tsx')).ApplicationDialog);

/** Opens the dialog that makes an application and its organization. */
export function ConnectButton({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation('get-started');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={isMain ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {t('steps.application.action')}
      </Button>
      <Suspense>{isOpen && <ApplicationDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
