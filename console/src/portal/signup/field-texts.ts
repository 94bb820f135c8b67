import type { ComponentProps } from 'react';
import type { Word } from '../words.ts';
import type { FieldName } from './signup-fields.ts';

type Text = { label: Word; help?: Word } & Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'autoCapitalize' | 'dir'
>;

const aName = { autoCapitalize: 'words', maxLength: 100, dir: 'auto' } as const;
const aSecret = { type: 'password', autoComplete: 'new-password' } as const;

/** The plain text fields, with their hints for password managers and keyboards. */
export const texts: Partial<Record<FieldName, Text>> = {
  username: { label: 'accountName', autoComplete: 'username', maxLength: 100 },
  name: { label: 'displayName', autoComplete: 'name', ...aName },
  firstName: { label: 'firstName', autoComplete: 'given-name', ...aName },
  lastName: { label: 'lastName', autoComplete: 'family-name', ...aName },
  affiliation: { label: 'affiliation', autoComplete: 'organization', ...aName },
  idCard: { label: 'idCard', autoComplete: 'off', maxLength: 18 },
  email: { label: 'email', type: 'email', autoComplete: 'email', inputMode: 'email', maxLength: 254 },
  phone: { label: 'phone', type: 'tel', autoComplete: 'tel-national', inputMode: 'tel', maxLength: 30 },
  password: { label: 'password', help: 'passwordHelp', ...aSecret },
  confirm: { label: 'confirmPassword', ...aSecret },
};
