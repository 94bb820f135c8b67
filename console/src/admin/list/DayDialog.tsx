import { FormGroup, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { lastDays } from './date-range.ts';

interface Props {
  title: string;
  onChoose: (day: string) => void;
  onClose: () => void;
}

/** Most people ask who has been away for three months. */
const usualDays = 90;

/** Asks for the day of a filter. */
export function DayDialog({ title, onChoose, onClose }: Props) {
  const { t } = useTranslation('list');
  const [day, setDay] = useState(lastDays(usualDays).from);
  return (
    <FormDialog
      title={title}
      action={t('dates.apply')}
      isBusy={false}
      isReady={day !== ''}
      onSubmit={() => {
        onChoose(day);
        onClose();
      }}
      onClose={onClose}
    >
      <FormGroup label={t('named.day')} fieldId="filter-day">
        <TextInput id="filter-day" type="date" value={day} onChange={(_event, chosen) => setDay(chosen)} />
      </FormGroup>
    </FormDialog>
  );
}
