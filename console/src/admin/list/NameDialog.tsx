import { FormGroup, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a filter that is saved. */
export function NameDialog({ onName, onClose }: Props) {
  const { t } = useTranslation('list');
  const [name, setName] = useState('');
  const given = name.trim();
  return (
    <FormDialog
      title={t('filters.saveTitle')}
      about={t('filters.about')}
      action={t('common:save')}
      isBusy={false}
      isReady={given !== ''}
      onSubmit={() => {
        onName(given);
        onClose();
      }}
      onClose={onClose}
    >
      <FormGroup label={t('filters.name')} fieldId="filter-name" isRequired>
        <TextInput id="filter-name" value={name} maxLength={60} onChange={(_event, text) => setName(text)} />
      </FormGroup>
    </FormDialog>
  );
}
