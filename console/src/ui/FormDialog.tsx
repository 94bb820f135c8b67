import { Button, Form, Modal, ModalBody, ModalFooter } from '@patternfly/react-core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from './Alert.tsx';
import { DialogHead } from './DialogHead.tsx';

interface Props {
  title: string;
  about?: string;
  /** What is done by it should be thought about twice. */
  isGrave?: boolean;
  /** In pixels, where the usual width does not fit what is in it. */
  width?: number;
  /** Why it could not be done. */
  problem?: string | undefined;
  /** What the button says that does it. */
  action: string;
  isBusy: boolean;
  /** Nothing stands in the way yet to be seen. */
  isReady?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A few fields over a page, and one thing to do with them: by its button, or by Enter. */
export function FormDialog({ title, about, isGrave, width, problem, action, children, ...its }: Props) {
  const { isBusy, isReady = true, onSubmit, onClose } = its;
  const { t } = useTranslation();
  const formId = useId();
  const isDisabled = isBusy || !isReady;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Events of a dialog inside of a form reach that form.
    event.stopPropagation();
    if (!isDisabled) onSubmit();
  };
  return (
    <Modal isOpen variant={isGrave ? 'medium' : 'small'} {...(width && { width })} onClose={onClose} aria-label={title}>
      <DialogHead title={title} about={about} {...(isGrave && { isGrave })} />
      <ModalBody>
        <Form id={formId} onSubmit={submit}>
          {problem && <Alert isInline isLiveRegion variant="danger" title={problem} />}
          {children}
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button
          type="submit"
          form={formId}
          variant={isGrave ? 'danger' : 'primary'}
          isLoading={isBusy}
          isDisabled={isDisabled}
        >
          {action}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
