import { affiliationSources } from '@doorwright/crds/values/affiliation-url.ts';
import { shortestPassword } from '@doorwright/crds/values/password-rules.ts';
import { CodeField } from '../codes/CodeField.tsx';
import { Field } from '../frame/Field.tsx';
import { NewPasswordField } from '../frame/NewPasswordField.tsx';
import { PasswordField } from '../frame/PasswordField.tsx';
import type { PageProps } from '../page.ts';
import { PhoneField } from '../phone/PhoneField.tsx';
import { t } from '../words.ts';
import { AffiliationField } from './AffiliationField.tsx';
import { fieldProblem } from './field-problem.ts';
import { texts } from './field-texts.ts';
import { RegionField } from './RegionField.tsx';
import type { SignupField } from './signup-fields.ts';
import { TermsCheck } from './TermsCheck.tsx';
import type { Form } from './use-form.ts';

interface Props extends Pick<PageProps, 'application' | 'organization'> {
  asked: SignupField;
  form: Form;
  /** The purpose of codes. A signed-in user gives a new address. */
  codesFor?: 'signup' | 'reset';
}

/** One field of the form. */
export function SignUpField({ asked, form, application, organization, codesFor = 'signup' }: Props) {
  const { name, isRequired, rule } = asked;
  const { values, meant, change, leave } = form;
  const applicationId = `${application.owner}/${application.name}`;
  const problem = form.problems[name];
  const shared = {
    name,
    problem,
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change(name, target.value),
    onBlur: () => leave(name),
  };
  const labelled = (text: string) => (isRequired ? text : t('optional', { label: text }));

  if (name === 'agreement')
    return (
      <TermsCheck
        application={application}
        isAccepted={values.agreement !== ''}
        problem={problem}
        onChange={(isAccepted) => change(name, isAccepted ? 'yes' : '')}
      />
    );
  if (name === 'region')
    return (
      <RegionField
        label={labelled(t('region'))}
        isRequired={isRequired}
        value={values.region}
        problem={problem}
        onChoose={(code) => change(name, code)}
        onLeave={() => leave(name)}
      />
    );
  if (name === 'emailCode' || name === 'phoneCode') {
    const type = name === 'emailCode' ? 'email' : 'phone';
    const dest = meant[type];
    const contact: SignupField = { name: type, isRequired: true, rule: 'None' };
    return (
      <CodeField
        {...shared}
        label={t(name)}
        applicationId={applicationId}
        request={{ type, dest, method: codesFor }}
        isReady={!fieldProblem({ asked: contact, values: meant, organization })}
      />
    );
  }
  const { label, help, ...input } = texts[name] ?? { label: 'accountName' };
  const isRealName = name === 'name' && rule !== 'None';
  const Input = input.type === 'password' ? PasswordField : Field;
  const field = {
    ...shared,
    ...input,
    label: labelled(t(isRealName ? 'realName' : label)),
    help: help && t(help, { limit: shortestPassword(organization) }),
    'aria-required': isRequired,
  };
  if (name === 'affiliation' && affiliationSources(application.affiliationUrl))
    return (
      <AffiliationField
        applicationId={applicationId}
        field={field}
        labelled={labelled}
        onChoose={(affiliation) => change(name, affiliation)}
      />
    );
  if (name === 'password')
    return <NewPasswordField {...field} known={[values.username, values.name, values.firstName, values.email]} />;
  if (name === 'phone')
    return <PhoneField {...field} organization={organization} onNumber={(number) => change(name, number)} />;
  return <Input {...field} />;
}
