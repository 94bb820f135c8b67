import { Button, InputGroup, InputGroupItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../fields/control.ts';
import { TextControl } from '../../../fields/TextControl.tsx';
import { useStoredId } from '../../../fields/use-stored-id.ts';
import { useAccount } from '../../../session/account.ts';
import { isSelf, useRules } from '../account-rules.ts';
import { ContactDialog } from './ContactDialog.tsx';
import type { ContactType } from './codes.ts';

const itemNames = { email: 'Email', phone: 'Phone' } as const;

/** An email or phone. Users change their own with a code that goes to the new one. */
export function ContactControl(props: ControlProps<string>) {
  const { t } = useTranslation('users');
  const [isOpen, setOpen] = useState(false);
  const account = useAccount();
  const user = useStoredId();
  const type = props.field.name as ContactType;
  const rule = useRules(user.owner)?.accountItems.find(({ name }) => name === itemNames[type])?.modifyRule;
  const mayReset = isSelf(account, user) && (rule === 'Self' || (rule === 'Admin' && account?.isAdmin));
  if (!mayReset) return <TextControl {...props} />;
  return (
    <InputGroup>
      <InputGroupItem isFill>
        <TextControl {...props} />
      </InputGroupItem>
      <InputGroupItem>
        <Button variant="control" onClick={() => setOpen(true)}>
          {t(`reset.${type}`)}
        </Button>
      </InputGroupItem>
      {isOpen && <ContactDialog type={type} onClose={() => setOpen(false)} />}
    </InputGroup>
  );
}
