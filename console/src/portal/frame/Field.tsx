import type { ComponentProps, ReactNode } from 'react';
import { useOnce } from './use-once.ts';

interface Props extends Omit<ComponentProps<'input'>, 'children'> {
  name: string;
  label: string;
  /** A sentence below the input. */
  help?: string | undefined;
  /** The problem of the input. Screen readers read it with the input. */
  problem?: string | undefined;
  /** Content inside the box before the input, such as the prefix of a phone number. */
  before?: ReactNode;
  after?: ReactNode;
  /** Content beside the box, such as the button that sends a code. */
  beside?: ReactNode;
}

/** An input with its label. Its ids derive from its name, so each name occurs once on a page. */
export function Field({ name, label, help, problem, before, after, beside, ...input }: Props) {
  // Browsers follow the attribute once for each page.
  useOnce(() => {
    if (input.autoFocus) document.getElementById(name)?.focus();
  });
  const described = [help && `${name}-help`, `${name}-problem`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="line">
        <div className="box">
          {before && <span className="before">{before}</span>}
          <input
            id={name}
            name={name}
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={Boolean(problem)}
            aria-describedby={described}
            {...input}
          />
          {after}
        </div>
        {beside}
      </div>
      {help && (
        <p id={`${name}-help`} className="help">
          {help}
        </p>
      )}
      <p id={`${name}-problem`} className="missing" aria-live="polite">
        {problem}
      </p>
    </div>
  );
}
