import { shortestPassword } from '@doorwright/crds/values/password-rules.ts';
import { useState } from 'react';
import { Alert } from '../../../frame/Alert.tsx';
import { Button } from '../../../frame/Button.tsx';
import { said, t } from '../../../words.ts';
import { isShown, mayChange } from '../../own-account.ts';
import type { SectionProps } from '../../section.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { type PasswordRules, usePasswordRules } from './password-rules.ts';

/** Whose password it is, and who changes it if the user cannot. */
const elsewhere = ({ source, takesPasswords }: PasswordRules) =>
  [t('accountPasswordElsewhere', { source }), takesPasswords ? '' : t('accountPasswordKept')].filter(Boolean).join(' ');

/** The password of the user, where the organization shows it. `#password` opens its form. */
export function Password(props: SectionProps) {
  const { account } = props;
  const [isOpen, setOpen] = useState(() => location.hash === '#password');
  const own = { minLength: shortestPassword(account.organization), source: '', takesPasswords: true };
  const { rules, failure } = usePasswordRules(own, account.user.ldap !== '');
  if (!isShown(account, 'Password')) return null;
  const isElsewhere = rules !== undefined && rules.source !== '';
  // Without its directory, nobody can prove or judge the password of such a user.
  const isHere = isElsewhere || account.user.ldap === '';
  const isOwn = mayChange(account, 'Password') && isHere && rules?.takesPasswords === true;
  const isSet = account.user.password !== '' || isElsewhere;
  return (
    <section className="panel" id="password" aria-label={t('password')}>
      <h2>{t('password')}</h2>
      <Alert>{said(failure)}</Alert>
      {rules && (
        <p className="lead">
          {isElsewhere ? elsewhere(rules) : t(isSet ? 'accountPasswordSet' : 'accountPasswordNone')}
        </p>
      )}
      {isOwn && !isOpen && (
        <Button look="secondary" onClick={() => setOpen(true)}>
          {t(isSet ? 'changePassword' : 'accountSetPassword')}
        </Button>
      )}
      {isOwn && isOpen && <PasswordForm {...props} isSet={isSet} rules={rules} onClose={() => setOpen(false)} />}
    </section>
  );
}
