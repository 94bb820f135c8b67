import type { Kind, Row } from '@doorwright/crds';
import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useTranslation } from 'react-i18next';
import { useKindWords } from '../words/kind-words.ts';
import { sectionsOf } from './form-fields.ts';

interface Props {
  kind: Kind;
  mine: Row;
  theirs: Row;
  onTakeTheirs: () => void;
  onOverwrite: () => void;
  onClose: () => void;
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 1));

/** Two people have changed one object: what differs, and whose it shall be. */
export function StaleModal({ kind, mine, theirs, onTakeTheirs, onOverwrite, onClose }: Props) {
  const { t } = useTranslation('console');
  const words = useKindWords(kind);
  const differing = sectionsOf(kind)
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]));
  const title = t('staleTitle');
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-label={title}>
      <ModalHeader title={title} titleIconVariant="warning" description={t('staleBody')} />
      <ModalBody>
        <Table variant="compact" gridBreakPoint="grid-md" aria-label={t('difference')}>
          <Thead>
            <Tr>
              <Th>{t('field')}</Th>
              <Th>{t('yours')}</Th>
              <Th>{t('theirs')}</Th>
            </Tr>
          </Thead>
          <Tbody>
            {differing.map(({ name }) => (
              <Tr key={name}>
                <Th>{words.field(name)}</Th>
                <Td dataLabel={t('yours')}>{shown(mine[name])}</Td>
                <Td dataLabel={t('theirs')}>{shown(theirs[name])}</Td>
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
