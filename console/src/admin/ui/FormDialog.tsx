import { Button, Form, Modal, ModalBody, ModalFooter } from '@patternfly/react-core';
import { type FormEvent, type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { Alert } from './Alert.tsx';
import { DialogHeader } from './DialogHeader.tsx';
import { focusMain } from './page-focus.ts';

interface Props {
  title: string;
  about?: string;
  /** Marks an action that loses something. */
  isGrave?: boolean;
  /** A width in pixels, where the usual one does not fit the content. */
  width?: number;
  /** The error of the last try. */
  problem?: string | undefined;
  /** The label of the button that submits. */
  action: string;
  isBusy: boolean;
  /** False as long as the form cannot be submitted. */
  isReady?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The first field, or without one the harmless button. The library would begin at the cross that closes the dialog. */
const firstOf = (form: string, isGrave = false) =>
  `[id="${form}"] :is(input, select, textarea):not([hidden], [readonly], :disabled),
  ${isGrave ? `[id="${form}-cancel"]` : `button[form="${form}"]`}`;

/** The library gives the focus back to the button that opened the dialog. An action may have removed that button. */
const focusIfLost = () =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusMain();
    }),
  );

/** A dialog with a few fields and one action. Its button or Enter submits it. */
export function FormDialog({ title, about, isGrave, width, problem, action, children, ...its }: Props) {
  const { isBusy, isReady = true, onSubmit, onClose } = its;
  const { t } = useTranslation();
  const formId = useId();
  const isDisabled = isBusy || !isReady;
  useEffect(() => () => void focusIfLost(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes the events of a dialog to the form that contains it.
    event.stopPropagation();
    if (!isDisabled) onSubmit();
  };
  return (
    <Modal
      isOpen
      variant={isGrave ? 'medium' : 'small'}
      {...(width && { width })}
      elementToFocus={firstOf(formId, isGrave)}
      onClose={onClose}
      aria-label={title}
    >
      <DialogHeader title={title} about={about} {...(isGrave && { isGrave })} />
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
        <Button id={`${formId}-cancel`} variant="link" onClick={onClose}>
          {t('cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
