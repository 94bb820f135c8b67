import { FormGroup, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../ui/FormDialog.tsx';

interface Props {
  title: string;
  /** What the button says that goes on. */
  action: string;
  isGrave?: boolean;
  isBusy?: boolean;
  onGive: (reason: string) => void;
  onClose: () => void;
}

/** Asks why a sealed object is changed or deleted. The record keeps the reason. */
export function ReasonModal({ isBusy = false, onGive, ...rest }: Props) {
  const { t } = useTranslation('editor');
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      {...rest}
      about={t('sealed.recorded')}
      isBusy={isBusy}
      isReady={reason.trim() !== ''}
      onSubmit={() => onGive(reason.trim())}
    >
      <FormGroup label={t('sealed.reason')} fieldId="sealed-reason" isRequired>
        <TextInput
          id="sealed-reason"
          value={reason}
          maxLength={500}
          isRequired
          onChange={(_event, text) => setReason(text)}
        />
      </FormGroup>
    </FormDialog>
  );
}
