import { type ComponentProps, type ReactNode, useEffect } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'children'> {
  name: string;
  label: string;
  /** A sentence below the input. */
  help?: string | undefined;
  /** What is wrong with what was typed; told to screen readers with the input. */
  problem?: string | undefined;
  /** What stands inside the box before the input, such as the prefix of a phone number. */
  before?: ReactNode;
  after?: ReactNode;
  /** What stands beside the box, such as the button that sends a code. */
  beside?: ReactNode;
}

/** An input with its label; ids are made of its name, so each name is there once on a page. */
export function Field({ name, label, help, problem, before, after, beside, ...input }: Props) {
  // Browsers go by the attribute alone, and once for each page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears
  useEffect(() => {
    if (input.autoFocus) document.getElementById(name)?.focus();
  }, []);
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
