import { Button, Modal, ModalBody, ModalFooter } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { DialogHeader } from './DialogHeader.tsx';

interface Props {
  title: string;
  about?: string;
  /** The button that confirms. */
  children: ReactNode;
  /** The label and action of the button that cancels. */
  stay: string;
  onStay: () => void;
}

/** A dialog that asks for confirmation. */
export function ConfirmDialog({ title, about, children, stay, onStay }: Props) {
  return (
    <Modal isOpen variant="small" onClose={onStay} aria-label={title}>
      <DialogHeader isGrave title={title} />
      {about && <ModalBody>{about}</ModalBody>}
      <ModalFooter>
        {children}
        <Button variant="link" onClick={onStay}>
          {stay}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
