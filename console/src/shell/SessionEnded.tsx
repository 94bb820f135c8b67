import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';

/** Leads somebody with unsaved changes to the door without taking the page from him. */
export function SessionEnded({ owner }: { owner: string }) {
  const { t } = useTranslation('console');
  const [isOpen, setOpen] = useState(true);
  const title = t('sessionEnded');
  return (
    <Modal isOpen={isOpen} variant="small" onClose={() => setOpen(false)} aria-label={title}>
      <ModalHeader title={title} titleIconVariant="warning" />
      <ModalBody>{t('sessionEndedBody')}</ModalBody>
      <ModalFooter>
        <Button component="a" href={paths.login(owner)} target="_blank" rel="noopener">
          {t('signInAgain')}
        </Button>
        <Button variant="link" onClick={() => setOpen(false)}>
          {t('common:close')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
