import { type ReactNode, useState } from 'react';
import { call } from '../call.ts';
import { Button } from '../frame/Button.tsx';
import { t } from '../words.ts';
import { CodeForm } from './CodeForm.tsx';
import type { FactorFields } from './factor-form.ts';
import { factorForms } from './registry.ts';

interface Props {
  /** The names of the factors that the user has. */
  factors: readonly string[];
  isBusy: boolean;
  prove: (factor: string, fields: FactorFields) => void;
  /** Content above the form. */
  children?: ReactNode;
}

/** Asks for a code or a challenge: for a sign-in that waits for it, or to prove themselves again. */
export const askFactor = async (factor: string, again = false) =>
  (await call('ask-factor', { body: { factor, again } })).data;

/** The form of one second factor, and the way to the others. */
export function FactorChoice({ factors, isBusy, prove, children }: Props) {
  const forms = factorForms.filter(({ name }) => factors.includes(name));
  const [chosen, setChosen] = useState(forms[0]);
  if (!chosen) return <p>{t('factorUnknown')}</p>;
  const { name, lead, Form = CodeForm, ...kind } = chosen;
  return (
    <>
      <p>{t(lead)}</p>
      {children}
      <Form
        key={name}
        {...kind}
        isBusy={isBusy}
        ask={() => askFactor(name)}
        prove={(fields: FactorFields) => prove(name, fields)}
      />
      <ul className="other-factors">
        {forms
          .filter((form) => form !== chosen)
          .map((form) => (
            <li key={form.name}>
              <Button look="link" onClick={() => setChosen(form)}>
                {t(form.choice)}
              </Button>
            </li>
          ))}
      </ul>
    </>
  );
}
