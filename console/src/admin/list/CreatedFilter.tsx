import { useState } from 'react';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { SingleSelect } from '../ui/SingleSelect.tsx';
import { useTranslation } from '../words/use-translation.ts';
import type { DateRange } from './date-range.ts';
import { usualPeriods } from './usual-periods.ts';

const RangeDialog = lazyDialog([], async () => (await import('./RangeDialog.tsx')).RangeDialog);

interface Props {
  /** The label of the time of creation. */
  title: string;
  range: DateRange;
  onChoose: (range: DateRange) => void;
}

const custom = 'custom';

/** Limits a list to the objects of some days. */
export function CreatedFilter({ title, range, onChoose }: Props) {
  const { t } = useTranslation('list');
  const [isAsking, setAsking] = useState(false);
  const isLimited = Boolean(range.from || range.to);
  const periods = usualPeriods(t);
  const chosen = periods.find((each) => each.range.from === range.from && each.range.to === range.to);
  const choices = [
    { value: '', title: isLimited ? t('common:all') : title },
    ...periods.map(({ key, title }) => ({ value: key, title })),
    { value: custom, title: t('dates.custom') },
  ];
  return (
    <>
      <SingleSelect
        label={title}
        choices={choices}
        chosen={chosen?.key ?? (isLimited ? custom : '')}
        onChoose={(value) => {
          if (value === custom) setAsking(true);
          else onChoose(periods.find(({ key }) => key === value)?.range ?? { from: '', to: '' });
        }}
      />
      {isAsking && <RangeDialog title={title} range={range} onChoose={onChoose} onClose={() => setAsking(false)} />}
    </>
  );
}
