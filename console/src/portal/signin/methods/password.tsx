import { PasswordField } from '../../frame/PasswordField.tsx';
import { t } from '../../words.ts';
import { nameMeant } from '../contact-type.ts';
import type { FieldsProps, MethodForm } from './method-form.ts';

const Fields = ({ problems }: FieldsProps) => (
  <PasswordField name="password" label={t('password')} autoComplete="current-password" problem={problems.password} />
);

export const password: MethodForm = {
  link: 'withPassword',
  tab: 'password',
  username: 'username',
  field: 'password',
  Fields,
  isRecoverable: true,
  problems: ({ proof }) => (proof ? {} : { password: { word: 'passwordMissing' } }),
  proof: ({ username, phonePrefix, proof }) => ({
    fields: { username: nameMeant(username, phonePrefix) },
    secrets: { password: proof },
  }),
};
