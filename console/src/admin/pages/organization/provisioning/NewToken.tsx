import { Button, DescriptionList, FormGroup, Modal, ModalBody, ModalFooter, TextInput } from '@patternfly/react-core';
import { useId, useState } from 'react';
import { CopyRow } from '../../../ui/CopyRow.tsx';
import { DialogHeader } from '../../../ui/DialogHeader.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useMakeToken } from './scim-tokens.ts';

/** The text of a new token. Nobody sees it again after the dialog. */
function MadeToken({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation('editor');
  const title = t('scim.made');
  return (
    <Modal isOpen variant="medium" aria-label={title}>
      <DialogHeader title={title} about={t('scim.once')} />
      <ModalBody>
        <DescriptionList>
          <CopyRow label={t('scim.token')} text={text} />
        </DescriptionList>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>{t('scim.kept')}</Button>
      </ModalFooter>
    </Modal>
  );
}

/** Asks for a name, makes a token and shows it once. */
export function NewToken({ organization, onClose }: { organization: string; onClose: () => void }) {
  const { t } = useTranslation('editor');
  const [name, setName] = useState('');
  const id = useId();
  const { mutate, isPending, error, data } = useMakeToken(organization);
  if (data) return <MadeToken text={data} onClose={onClose} />;
  return (
    <FormDialog
      title={t('scim.new')}
      about={t('scim.newAbout')}
      problem={error?.message}
      action={t('scim.make')}
      isBusy={isPending}
      isReady={name.trim() !== ''}
      onSubmit={() => mutate(name)}
      onClose={onClose}
    >
      <FormGroup label={t('scim.name')} fieldId={id} isRequired>
        <TextInput id={id} value={name} maxLength={100} isRequired onChange={(_event, text) => setName(text)} />
      </FormGroup>
    </FormDialog>
  );
}
