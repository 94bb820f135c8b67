import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  /** One primary button on a page; `link` looks like words. */
  look?: 'primary' | 'secondary' | 'link';
  /** It works: it stays where it is and can be heard, but does nothing when pressed again. */
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
