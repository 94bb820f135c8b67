import { Button, DescriptionList, Modal, ModalBody, ModalFooter } from '@patternfly/react-core';
import { CopyRow } from './CopyRow.tsx';
import { DialogHeader } from './DialogHeader.tsx';

interface Props {
  title: string;
  about: string;
  label: string;
  text: string;
  /** The button with which the reader says that they have the text. */
  kept: string;
  onClose: () => void;
}

/** A secret that nobody sees again after the dialog. Neither Escape nor a press beside it closes it. */
export function OnceDialog({ title, about, label, text, kept, onClose }: Props) {
  return (
    <Modal isOpen variant="medium" aria-label={title}>
      <DialogHeader title={title} about={about} />
      <ModalBody>
        <DescriptionList>
          <CopyRow label={label} text={text} />
        </DescriptionList>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>{kept}</Button>
      </ModalFooter>
    </Modal>
  );
}
