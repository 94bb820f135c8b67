import { Button } from '@patternfly/react-core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

const UploadDialog = lazyPart(async () => (await import('./UploadDialog.tsx')).UploadDialog);

/** Opens the upload of many users. */
export function UploadButton() {
  const { t } = useTranslation('users');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('upload')}
      </Button>
      {isOpen && (
        <Suspense>
          <UploadDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
