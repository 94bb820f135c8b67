import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { t } from '../words.ts';
import { Field } from './Field.tsx';

/** A password field that can show its text. It warns about caps lock. */
export function PasswordField({ help, onBlur, ...field }: ComponentProps<typeof Field>) {
  const [isShown, setShown] = useState(false);
  const [isCapital, setCapital] = useState(false);
  // Password managers send key events that have no state of other keys.
  const look = (event: KeyboardEvent) => setCapital(event.getModifierState?.('CapsLock') ?? false);
  return (
    <Field
      {...field}
      help={isCapital ? t('capsLock') : help}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={(event) => {
        setCapital(false);
        onBlur?.(event);
      }}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className="eye"
          aria-label={t('showPassword')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <svg
            viewBox="0 0 24 24"
            width="20"
            height="20"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            aria-hidden="true"
          >
            <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Z" />
            <circle cx="12" cy="12" r="3" />
            {isShown && <path d="m4 4 16 16" />}
          </svg>
        </button>
      }
    />
  );
}
