import type { Kind, Row } from '@doorwright/crds';
import { Button, Modal, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useKindWords } from '../words/kind-words.ts';
import { useDelete } from './delete-object.ts';

interface Props {
  kind: Kind;
  row: Row;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteModal({ kind, row, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const remove = useDelete(kind, { onDone: onClose, onDeleted });
  const question = t('sureToDelete', { kind: words.title.toLocaleLowerCase(), name: row[kind.key] });
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-label={question}>
      <ModalHeader title={question} titleIconVariant="warning" />
      <ModalFooter>
        <Button variant="danger" isLoading={remove.isPending} onClick={() => remove.mutate(row)}>
          {t('delete')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
