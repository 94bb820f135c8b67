import type { ComponentProps } from 'react';
import { t } from '../words.ts';

interface Props extends Omit<ComponentProps<'select'>, 'children'> {
  name: string;
  label: string;
  problem?: string | undefined;
  choices: readonly { value: string; text: string }[];
}

/** A select of the browser that looks like a `Field`. At first nothing is chosen. */
export function SelectField({ name, label, problem, choices, ...select }: Props) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="box">
        <select
          id={name}
          name={name}
          autoComplete="off"
          aria-invalid={Boolean(problem)}
          aria-describedby={`${name}-problem`}
          {...select}
        >
          <option value="">{t('choose')}</option>
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <p id={`${name}-problem`} className="missing" aria-live="polite">
        {problem}
      </p>
    </div>
  );
}
