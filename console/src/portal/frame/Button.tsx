import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  /** A page has one primary button. `danger` removes something. `link` looks like text. */
  look?: 'primary' | 'secondary' | 'danger' | 'link';
  /** The button works: it keeps its place and its name, and does nothing when it is pressed again. */
  isBusy?: boolean;
}

export function Button({ look = 'primary', isBusy = false, type = 'button', onClick, children, ...rest }: Props) {
  return (
    <button
      type={type}
      className={`button ${look}`}
      aria-busy={isBusy}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
