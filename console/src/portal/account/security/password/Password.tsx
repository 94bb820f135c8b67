import { useState } from 'react';
import { Button } from '../../../frame/Button.tsx';
import { t } from '../../../words.ts';
import { isShown, mayChange } from '../../own-account.ts';
import type { SectionProps } from '../../section.ts';
import { PasswordForm } from './PasswordForm.tsx';

/** The password of the user, where the organization shows it. `#password` opens its form. */
export function Password(props: SectionProps) {
  const { account } = props;
  const [isOpen, setOpen] = useState(() => location.hash === '#password');
  const isOwn = mayChange(account, 'Password') && !account.user.ldap;
  if (!isShown(account, 'Password')) return null;
  const isSet = account.user.password !== '';
  return (
    <section className="panel" id="password" aria-label={t('password')}>
      <h2>{t('password')}</h2>
      <p className="lead">{t(isSet ? 'accountPasswordSet' : 'accountPasswordNone')}</p>
      {isOwn && !isOpen && (
        <Button look="secondary" onClick={() => setOpen(true)}>
          {t(isSet ? 'changePassword' : 'accountSetPassword')}
        </Button>
      )}
      {isOwn && isOpen && <PasswordForm {...props} isSet={isSet} onClose={() => setOpen(false)} />}
    </section>
  );
}
