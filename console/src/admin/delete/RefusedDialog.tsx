import type { Kind, Row } from '@doorwright/crds';
import { Button, Modal, ModalBody, ModalFooter } from '@patternfly/react-core';
import { Alert } from '../ui/Alert.tsx';
import { DialogHeader } from '../ui/DialogHeader.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { Blockers } from './Blockers.tsx';
import { blockersIn, hasHidden } from './blockers.ts';

interface Props {
  kind: Kind;
  row: Row;
  title: string;
  error: Error;
  onClose: () => void;
}

/** Says why an object was not deleted, and links to the objects that stand in the way. */
export function RefusedDialog({ kind, row, title, error, onClose }: Props) {
  const { t } = useTranslation(['common', 'editor']);
  const words = useKindWords(kind);
  const blockers = blockersIn(error);
  const reason = blockers ? t('editor:delete.inUse') : error.message;
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-label={title}>
      <DialogHeader isGrave title={title} />
      <ModalBody>
        <Alert isInline isLiveRegion variant="danger" title={t('failedToDelete', { kind: words.title, error: reason })}>
          {blockers && (
            <Blockers kind={kind} object={row} blockers={blockers} isHidden={hasHidden(error)} onFollow={onClose} />
          )}
        </Alert>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>{t('close')}</Button>
      </ModalFooter>
    </Modal>
  );
}
