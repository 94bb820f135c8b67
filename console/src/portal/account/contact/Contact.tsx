import { useState } from 'react';
import { Button } from '../../frame/Button.tsx';
import { t } from '../../words.ts';
import { Fixed } from '../Fixed.tsx';
import { mayChange } from '../own-account.ts';
import type { SectionProps } from '../section.ts';
import { ContactDialog } from './ContactDialog.tsx';

const words = {
  email: { item: 'Email', label: 'email', change: 'accountChangeEmail' },
  phone: { item: 'Phone', label: 'phone', change: 'accountChangePhone' },
} as const;

/** The email or phone of the user. A new one needs a code that goes to it. */
export function Contact({ type, ...props }: SectionProps & { type: keyof typeof words }) {
  const [isOpen, setOpen] = useState(false);
  const { item, label, change } = words[type];
  const { account } = props;
  return (
    <>
      <Fixed
        label={t(label)}
        beside={
          mayChange(account, item) && (
            <Button look="secondary" onClick={() => setOpen(true)}>
              {t(change)}
            </Button>
          )
        }
      >
        {account.user[type] && <bdi>{account.user[type]}</bdi>}
      </Fixed>
      {isOpen && <ContactDialog type={type} title={t(change)} onClose={() => setOpen(false)} {...props} />}
    </>
  );
}
