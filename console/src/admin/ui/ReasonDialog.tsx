import { FormGroup, TextInput } from '@patternfly/react-core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { FormDialog } from './FormDialog.tsx';

interface Props extends Omit<ComponentProps<typeof FormDialog>, 'onSubmit' | 'isBusy' | 'children'> {
  isBusy?: boolean;
  children?: ReactNode;
  onGive: (reason: string) => void;
}

/** Asks for the reason of an exceptional change, below the dialog's other fields. The server records the reason. */
export function ReasonDialog({ isBusy = false, isReady = true, onGive, children, ...rest }: Props) {
  const { t } = useTranslation('editor');
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <FormDialog {...rest} isBusy={isBusy} isReady={isReady && given !== ''} onSubmit={() => onGive(given)}>
      {children}
      <FormGroup label={t('reason')} fieldId="reason" isRequired>
        <TextInput id="reason" value={reason} maxLength={500} isRequired onChange={(_event, text) => setReason(text)} />
      </FormGroup>
    </FormDialog>
  );
}
