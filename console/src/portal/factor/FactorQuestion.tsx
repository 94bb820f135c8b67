import './factor.css';
import { useState } from 'react';
import type { AskedFactor } from '../attempt/asked-factor.ts';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import { Alert } from '../frame/Alert.tsx';
import { Check } from '../frame/Check.tsx';
import { Door } from '../frame/Door.tsx';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';
import { EnrolChoice } from './EnrolChoice.tsx';
import { FactorChoice } from './FactorChoice.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface Props extends PageProps {
  asked: AskedFactor;
  signing: SigningIn;
}

/** Asks for the second factor in the middle of a sign-in, or sets one up. */
export function FactorQuestion({ application, organization, asked, signing }: Props) {
  const { isBusy, failure, enter } = signing;
  const [isTrusted, setTrusted] = useState(false);
  const frame = { application, organization };
  const alert = <Alert>{failure}</Alert>;
  if (asked.code === 'factor-recovery')
    return (
      <Door {...frame} title={t('recoveryTitle')} isWide>
        {alert}
        <RecoveryCodes
          codes={asked.data.codes}
          isBusy={isBusy}
          onKept={() => void enter({ recoveryCodes: asked.data.recoveryCodes })}
        />
      </Door>
    );
  if (asked.code === 'factor-enrol')
    return (
      <Door {...frame} title={t('enrolTitle')} isWide>
        {alert}
        <EnrolChoice asked={asked.data} isBusy={isBusy} enter={(fields) => void enter(fields)} />
      </Door>
    );
  const { factors, trustDays } = asked.data;
  return (
    <Door {...frame} title={t('factorTitle')}>
      {alert}
      <FactorChoice
        factors={factors}
        isBusy={isBusy}
        prove={(factor, fields) => void enter({ factor, ...fields, ...(isTrusted && { trustDevice: true }) })}
      >
        {trustDays > 0 && (
          <Check name="trustDevice" checked={isTrusted} onChange={(event) => setTrusted(event.currentTarget.checked)}>
            {t('trustDevice', { days: trustDays })}
          </Check>
        )}
      </FactorChoice>
    </Door>
  );
}
