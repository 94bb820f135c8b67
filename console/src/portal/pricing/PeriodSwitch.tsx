import type { Period } from '@doorwright/crds/options/periods.ts';
import { t, type Word } from '../words.ts';

const words: Readonly<Record<Period, Word>> = { month: 'pricingMonthly', year: 'pricingYearly' };

interface Props {
  periods: readonly Period[];
  period: Period;
  onChange: (period: Period) => void;
}

/** Switches the prices of all plans between their periods. */
export const PeriodSwitch = ({ periods, period, onChange }: Props) => (
  <fieldset className="period-switch">
    <legend className="unseen">{t('pricingPeriod')}</legend>
    {periods.map((each) => (
      <label key={each}>
        <input type="radio" name="period" checked={each === period} onChange={() => onChange(each)} />
        <span>{t(words[each])}</span>
      </label>
    ))}
  </fieldset>
);
