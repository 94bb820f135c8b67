import type { Period } from '@doorwright/crds/options/periods.ts';
import { Check } from '../frame/Check.tsx';
import { t, type Word } from '../words.ts';

const words: Readonly<Record<Period, Word>> = { month: 'pricingRenewMonthly', year: 'pricingRenewYearly' };

interface Props {
  price: string;
  period: Period;
  isRenewing: boolean;
  onChange: (isRenewing: boolean) => void;
}

/** The price of each period of a plan that renews, in words. */
export const eachPeriod = (price: string, period: Period): string => t(words[period], { price });

/** Nobody renews by accident: the box is empty at first, and says what is paid. */
export const RenewalChoice = ({ price, period, isRenewing, onChange }: Props) => (
  <Check name="renewal" checked={isRenewing} onChange={(event) => onChange(event.currentTarget.checked)}>
    {t('pricingRenewing')}
    <small>{t('pricingRenewingLead', { each: eachPeriod(price, period) })}</small>
  </Check>
);
