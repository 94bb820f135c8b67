import type { Kind, Row } from '@doorwright/crds';
import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import { Button, Modal, ModalBody, ModalFooter } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { DialogHeader } from '../ui/DialogHeader.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { changedFields, linesOf } from './difference.ts';
import { formFields } from './form-fields.ts';

interface Props {
  kind: Kind;
  mine: Row;
  theirs: Row;
  onTakeTheirs: () => void;
  onOverwrite: () => void;
  onClose: () => void;
}

/** Resolves a conflict: another user saved the object since it was read. Shows the differences and asks which version to keep. */
export function StaleDialog({ kind, mine, theirs, onTakeTheirs, onOverwrite, onClose }: Props) {
  const { t } = useTranslation('console');
  const words = useKindWords(kind);
  const fields = formFields(kind);
  const title = t('staleTitle');
  const cell = (field: FieldDescription, value: unknown, other: unknown, label: string) => (
    <Td dataLabel={label}>
      {linesOf(value, other, (member) => words.member(field.name, member)).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Td>
  );
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-label={title}>
      <DialogHeader isGrave title={title} about={t('staleBody')} />
      <ModalBody>
        <Table variant="compact" aria-label={t('difference')}>
          <Thead>
            <Tr>
              <Th>{t('field')}</Th>
              <Th>{t('yours')}</Th>
              <Th>{t('theirs')}</Th>
            </Tr>
          </Thead>
          <Tbody>
            {changedFields(fields, mine, theirs).map((field) => (
              <Tr key={field.name}>
                <Th>{words.field(field.name)}</Th>
                {cell(field, mine[field.name], theirs[field.name], t('yours'))}
                {cell(field, theirs[field.name], mine[field.name], t('theirs'))}
              </Tr>
            ))}
          </Tbody>
        </Table>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onTakeTheirs}>{t('takeTheirs')}</Button>
        <Button variant="danger" onClick={onOverwrite}>
          {t('overwrite')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
