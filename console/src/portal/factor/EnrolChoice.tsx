import { useState } from 'react';
import type { AskedFactor } from '../attempt/asked-factor.ts';
import { Button } from '../frame/Button.tsx';
import { t } from '../words.ts';
import { CodeForm } from './CodeForm.tsx';
import { Enrol } from './Enrol.tsx';
import { askFactor } from './FactorChoice.tsx';
import type { FactorFields } from './factor-form.ts';
import { NewPasskey } from './NewPasskey.tsx';
import { factorForms } from './registry.ts';

interface Props {
  asked: Extract<AskedFactor, { code: 'factor-enrol' }>['data'];
  isBusy: boolean;
  enter: (fields: Record<string, string | boolean>) => void;
}

/** Sets up a second factor in the middle of a sign-in: an app first, and the way to the others that the rules allow. */
export function EnrolChoice({ asked, isBusy, enter }: Props) {
  const { factors, enrolment, until } = asked;
  const forms = factorForms.filter(({ name }) => factors.includes(name));
  const [chosen, setChosen] = useState(forms[0]);
  const name = chosen?.name ?? 'totp';
  const date = until && new Date(until).toLocaleDateString(document.documentElement.lang);
  const form = {
    isBusy,
    ask: () => askFactor(name),
    prove: (fields: FactorFields) => enter({ factor: name, ...fields }),
  };
  return (
    <>
      {name === 'totp' && (
        <Enrol
          enrolment={asked}
          isBusy={isBusy}
          confirm={(factorCode) => enter({ factor: name, enrolment, factorCode })}
        />
      )}
      {name === 'passkey' && <NewPasskey {...form} />}
      {chosen?.isSent && (
        <>
          <p>{t(chosen.lead)}</p>
          <CodeForm key={name} {...form} code="numeric" isSent />
        </>
      )}
      <ul className="other-factors">
        {forms
          .filter((each) => each !== chosen)
          .map((each) => (
            <li key={each.name}>
              <Button look="link" onClick={() => setChosen(each)}>
                {t(each.choice)}
              </Button>
            </li>
          ))}
      </ul>
      {date && (
        <Button look="link" onClick={() => enter({ enrolLater: true })}>
          {t('enrolLater', { date })}
        </Button>
      )}
    </>
  );
}
