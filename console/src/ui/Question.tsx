import { Button, Modal, ModalBody, ModalFooter } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { DialogHead } from './DialogHead.tsx';

interface Props {
  title: string;
  about?: string;
  /** The button that leads on. */
  children: ReactNode;
  /** What the button says that leaves everything as it is, and what it does. */
  stay: string;
  onStay: () => void;
}

/** Asks before something happens that should be meant. */
export function Question({ title, about, children, stay, onStay }: Props) {
  return (
    <Modal isOpen variant="small" onClose={onStay} aria-label={title}>
      <DialogHead isGrave title={title} />
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
