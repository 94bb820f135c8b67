import type { ComponentProps, ReactNode } from 'react';

interface Props extends ComponentProps<'input'> {
  name: string;
  problem?: string | undefined;
  children: ReactNode;
}

/** A checkbox with its label, which may hold links. */
export function Check({ name, problem, children, ...input }: Props) {
  return (
    <div className="field">
      <label className="check">
        <input
          id={name}
          name={name}
          type="checkbox"
          aria-invalid={Boolean(problem)}
          aria-describedby={`${name}-problem`}
          {...input}
        />
        <span>{children}</span>
      </label>
      <p id={`${name}-problem`} className="missing" aria-live="polite">
        {problem}
      </p>
    </div>
  );
}
