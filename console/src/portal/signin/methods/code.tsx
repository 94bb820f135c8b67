import { plainPhone } from '@doorwright/crds/values/written-forms.ts';
import { lazy, Suspense } from 'react';
import { Field } from '../../frame/Field.tsx';
import { t } from '../../words.ts';
import { contactType } from '../contact-type.ts';
import type { FieldsProps, MethodForm, Typed } from './method-form.ts';

const CodeField = lazy(async () => ({ default: (await import('../../codes/CodeField.tsx')).CodeField }));

const contactOf = ({ username, phonePrefix }: Pick<Typed, 'username' | 'phonePrefix'>) =>
  contactType(username) === 'phone' ? plainPhone(username, phonePrefix) : username.trim();

function Fields({ application, organization, phonePrefix, username, problems }: FieldsProps) {
  const type = contactType(username);
  return (
    <Suspense fallback={<Field name="code" label={t('code')} disabled />}>
      <CodeField
        name="code"
        label={t('code')}
        applicationId={`${application.owner}/${application.name}`}
        request={{ type: type ?? 'email', dest: contactOf({ username, phonePrefix }), method: 'login', organization }}
        isReady={type !== undefined}
        problem={problems.code}
      />
    </Suspense>
  );
}

export const code: MethodForm = {
  link: 'withCode',
  username: 'contact',
  field: 'code',
  Fields,
  problems: ({ username, proof }) => ({
    ...(username.trim() && !contactType(username) && { username: { word: 'contactInvalid' } }),
    ...(!proof && { code: { word: 'codeMissing' } }),
  }),
  proof: (typed) => ({ fields: { username: contactOf(typed), code: typed.proof.trim() } }),
};
