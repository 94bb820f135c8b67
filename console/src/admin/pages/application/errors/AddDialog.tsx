import type { Row } from '@doorwright/crds';
import { Button, Content, Modal, ModalBody, ModalFooter } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../../../shared/exchange.ts';
import { updateObject } from '../../../editor/write-object.ts';
import { registry } from '../../../kinds.ts';
import { DialogHeader } from '../../../ui/DialogHeader.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import type { Addition } from './remedy-of.ts';

interface Props {
  /** The object with the value. */
  object: Row;
  adds: Addition;
  refresh: (stored: Row) => void;
  onClose: () => void;
}

/** Asks before the application gets a value that a stranger may have sent, shows all of it, and saves it. */
export function AddDialog({ object, adds, refresh, onClose }: Props) {
  const { t } = useTranslation(['client-faults', 'common']);
  const notify = useNotify();
  const queries = useQueryClient();
  const kind = registry.named('application');
  const save = useMutation({
    mutationFn: () => {
      const ways = { labelOf: () => undefined, isAgain: false };
      return updateObject(kind, `${object.owner}/${object.name}`, { object }, ways);
    },
    onSuccess(stored) {
      refresh(stored);
      void queries.invalidateQueries({ queryKey: [kind.name, 'list'] });
      notify('success', t('saved'));
    },
    onError(error) {
      // Somebody else saved meanwhile. The page shows their version, and the next press adds to it.
      if (error instanceof CallError && error.code === 'stale') refresh(error.data as Row);
      notify('danger', error.message);
    },
    onSettled: onClose,
  });
  const isAddress = adds.field === 'redirectUris';
  const title = isAddress ? t('addAddressTitle') : t('allowTitle', { grant: adds.value });
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-label={title}>
      <DialogHeader isGrave title={title} />
      <ModalBody>
        {isAddress && (
          <Content component="p" dir="ltr">
            <code className="path">{adds.value}</code>
          </Content>
        )}
        <Content component="p">{t(isAddress ? 'addAddressRisk' : 'allowRisk')}</Content>
      </ModalBody>
      <ModalFooter>
        <Button isLoading={save.isPending} isDisabled={save.isPending} onClick={() => save.mutate()}>
          {isAddress ? t('addAddress') : t('allow', { grant: adds.value })}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
