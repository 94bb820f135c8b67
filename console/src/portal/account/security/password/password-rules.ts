import { useState } from 'react';
import { call } from '../../../call.ts';
import { useOnce } from '../../../frame/use-once.ts';
import { type Sentence, t } from '../../../words.ts';

/** The rules for the next password of the user. */
export interface PasswordRules {
  minLength: number;
  /** The directory that has the password. Empty if it is here. */
  source: string;
  takesPasswords: boolean;
  history?: number;
  minAgeSeconds?: number;
  minClasses?: number;
}

const hourSeconds = 3600;

/** The rules of the user's directory. Users without one have the rules of their organization, which the page knows. */
export function usePasswordRules(own: PasswordRules, hasDirectory: boolean) {
  const [rules, setRules] = useState(hasDirectory ? undefined : own);
  const [failure, setFailure] = useState<Sentence>('');
  useOnce(() => {
    if (!hasDirectory) return;
    call<PasswordRules>('get-password-rules').then(({ data }) => setRules(data), setFailure);
  });
  return { rules, failure };
}

/** The rules in words, below the field. */
export function rulesInWords({ minLength, history, minAgeSeconds, minClasses }: PasswordRules): string {
  const hours = Math.ceil((minAgeSeconds ?? 0) / hourSeconds);
  return [
    t('passwordHelp', { limit: minLength }),
    minClasses && t('passwordClasses', { count: minClasses }),
    history && t('passwordNotFormer', { count: history }),
    hours > 0 && t('passwordRests', { hours }),
  ]
    .filter(Boolean)
    .join(' · ');
}
