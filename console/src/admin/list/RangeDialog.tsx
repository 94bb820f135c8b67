import { Button, FormGroup, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useTranslation } from '../words/use-translation.ts';
import type { DateRange } from './date-range.ts';
import { usualPeriods } from './usual-periods.ts';

interface Props {
  title: string;
  range: DateRange;
  onChoose: (range: DateRange) => void;
  onClose: () => void;
}

/** Asks for the first and the last day of a range. */
export function RangeDialog({ title, range, onChoose, onClose }: Props) {
  const { t } = useTranslation('list');
  const [chosen, setChosen] = useState(range);
  const box = (end: keyof DateRange) => (
    <FormGroup label={t(`dates.${end}`)} fieldId={`created-${end}`}>
      <TextInput
        id={`created-${end}`}
        type="date"
        value={chosen[end]}
        onChange={(_event, day) => setChosen({ ...chosen, [end]: day })}
      />
    </FormGroup>
  );
  const isInOrder = !chosen.from || !chosen.to || chosen.from <= chosen.to;
  return (
    <FormDialog
      title={title}
      action={t('dates.apply')}
      isBusy={false}
      isReady={isInOrder && Boolean(chosen.from || chosen.to)}
      problem={isInOrder ? undefined : t('dates.reversed')}
      onSubmit={() => {
        onChoose(chosen);
        onClose();
      }}
      onClose={onClose}
    >
      <fieldset className="usual-periods" aria-label={t('dates.usual')}>
        {usualPeriods(t).map(({ key, title, range }) => (
          <Button key={key} variant="secondary" size="sm" onClick={() => setChosen(range)}>
            {title}
          </Button>
        ))}
      </fieldset>
      {box('from')}
      {box('to')}
    </FormDialog>
  );
}
