import { lazy, Suspense } from 'react';
import { Button } from '../../frame/Button.tsx';
import { t } from '../../words.ts';
import { contactType } from '../contact-type.ts';
import type { MethodForm, SubmitProps } from './method-form.ts';

const SendLink = lazy(async () => ({ default: (await import('./SendLink.tsx')).SendLink }));

const Submit = (props: SubmitProps) => (
  <Suspense fallback={<Button disabled>{t('sendLink')}</Button>}>
    <SendLink {...props} />
  </Suspense>
);

/** A link by email. The page to which it leads signs in, so this form only requests it. */
export const link: MethodForm = {
  link: 'withLink',
  username: 'linkEmail',
  field: 'username',
  Fields: () => <p className="help">{t('linkLead')}</p>,
  Submit,
  problems: ({ username }) =>
    username.trim() && contactType(username) !== 'email' ? { username: { word: 'linkEmailInvalid' } } : {},
  proof: () => ({ fields: {} }),
};
