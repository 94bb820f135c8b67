import { Button, Modal, ModalBody, ModalFooter, Progress } from '@patternfly/react-core';
import { Alert } from '../ui/Alert.tsx';
import { DialogHeader } from '../ui/DialogHeader.tsx';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  title: string;
  read: number;
  total: number;
  /** Why the reading stopped. */
  problem: string | undefined;
  onClose: () => void;
}

/** The progress while all rows of a list are read. Closing it stops that. */
export function ReadingDialog({ title, read, total, problem, onClose }: Props) {
  const { t, language } = useTranslation();
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-label={title}>
      <DialogHeader title={title} />
      <ModalBody>
        {problem ? (
          <Alert isInline isLiveRegion variant="danger" title={problem} />
        ) : (
          <Progress
            value={total ? (100 * read) / total : 0}
            aria-label={title}
            label={`${read.toLocaleString(language)} / ${total.toLocaleString(language)}`}
            measureLocation="outside"
          />
        )}
      </ModalBody>
      <ModalFooter>
        <Button variant="link" onClick={onClose}>
          {t(problem ? 'close' : 'cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
