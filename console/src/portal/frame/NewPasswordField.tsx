import { type ComponentProps, useRef, useState } from 'react';
import { t, type Word } from '../words.ts';
import { PasswordField } from './PasswordField.tsx';

interface Props extends ComponentProps<typeof PasswordField> {
  /** What attackers know about the user, such as their name. */
  known: readonly string[];
}

/** A field for a new password. Words below it say how hard the password is to guess. */
export function NewPasswordField({ known, help, onInput, ...field }: Props) {
  const [strength, setStrength] = useState<Word>();
  const latest = useRef('');

  async function judge(password: string) {
    latest.current = password;
    if (!password) return setStrength(undefined);
    // Without the module, the page works as before.
    const loaded = await import('./password-strength.ts').catch(() => undefined);
    if (loaded && latest.current === password) setStrength(loaded.strengthOf(password, known));
  }

  const said = strength && t('strength', { strength: t(strength) });
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        {...field}
        help={[help, said].filter(Boolean).join(' · ')}
        onInput={(event) => {
          onInput?.(event);
          void judge(event.currentTarget.value);
        }}
      />
      <span role="status" className="unseen">
        {said}
      </span>
    </>
  );
}
