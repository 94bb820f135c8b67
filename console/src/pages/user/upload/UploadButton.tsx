import { Button } from '@patternfly/react-core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const UploadDialog = lazy(async () => ({ default: (await import('./UploadDialog.tsx')).UploadDialog }));

/** The way to many users at once. */
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
