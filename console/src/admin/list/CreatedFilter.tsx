import { useState } from 'react';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { SingleSelect } from '../ui/SingleSelect.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { type DateRange, lastDays, usualPeriods } from './date-range.ts';

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
  const same = (count: number) => String(Object.values(lastDays(count))) === String([range.from, range.to]);
  const chosen = usualPeriods.find(same);
  const choices = [
    { value: '', title: isLimited ? t('common:all') : title },
    ...usualPeriods.map((count) => ({
      value: String(count),
      title: count === 1 ? t('dates.today') : t('dates.last', { count }),
    })),
    { value: custom, title: t('dates.custom') },
  ];
  return (
    <>
      <SingleSelect
        label={title}
        choices={choices}
        chosen={chosen ? String(chosen) : isLimited ? custom : ''}
        onChoose={(value) => {
          if (value === custom) setAsking(true);
          else onChoose(value ? lastDays(Number(value)) : { from: '', to: '' });
        }}
      />
      {isAsking && <RangeDialog title={title} range={range} onChoose={onChoose} onClose={() => setAsking(false)} />}
    </>
  );
}
