import { plainPhone } from '@doorwright/crds/values/written-forms.ts';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Button } from '../frame/Button.tsx';
import { Check } from '../frame/Check.tsx';
import { Field } from '../frame/Field.tsx';
import { forgetLink } from '../frame/links.ts';
import { PasswordField } from '../frame/PasswordField.tsx';
import { useProblems } from '../frame/use-problems.ts';
import type { Application } from '../page.ts';
import { t } from '../words.ts';
import { contactType, nameMeant } from './contact-type.ts';
import { LeavingLink } from './LeavingLink.tsx';
import type { Proof } from './sign-in.ts';

const CodeField = lazy(async () => ({ default: (await import('../codes/CodeField.tsx')).CodeField }));

interface Props {
  application: Application;
  /** Of the user, where the page is for one that is not the application's. */
  organization: string;
  /** Of phone numbers there. */
  phonePrefix: string;
  /** Who it is, as far as the client knows. */
  hint: string;
  isBusy: boolean;
  enter: (proof: Proof) => Promise<void>;
  /** What was wrong with the one way says nothing of the other. */
  clear: () => void;
}

/** Name and password; or, where the application has it, an address and the code that is sent there. */
export function SignInForm({ application, organization, phonePrefix, hint, isBusy, enter, clear }: Props) {
  const { enablePassword, enableCodeSignin } = application;
  const [withCode, setWithCode] = useState(!enablePassword);
  const [username, setUsername] = useState(hint);
  const { problems, tell, correct, forget } = useProblems<'username' | 'password' | 'code'>();
  const type = contactType(username);
  const contact = type === 'phone' ? plainPhone(username, phonePrefix) : username.trim();

  function switchWay() {
    clear();
    forget();
    setWithCode(!withCode);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const name = withCode ? 'code' : 'password';
    const typed = event.currentTarget.querySelector<HTMLInputElement>(`[name=${name}]`);
    const secret = typed?.value ?? '';
    const isWhole = tell(event.currentTarget, {
      ...(!username.trim() && { username: { word: 'usernameMissing' } as const }),
      ...(username.trim() && withCode && !type && { username: { word: 'contactInvalid' } as const }),
      ...(!secret &&
        (withCode ? { code: { word: 'codeMissing' } as const } : { password: { word: 'passwordMissing' } as const })),
    });
    if (!isWhole) return;
    const proof = withCode
      ? { username: contact, code: secret.trim() }
      : { username: nameMeant(username, phonePrefix), password: secret };
    await enter({ ...proof, autoSignin: form.has('autoSignin') });
    // Whoever is still here tries again.
    typed?.focus();
    typed?.select();
  }

  return (
    <form noValidate onInput={correct} onSubmit={(event) => void submit(event)}>
      <Field
        name="username"
        label={t(withCode ? 'contact' : 'username')}
        autoComplete="username"
        value={username}
        onChange={({ target }) => setUsername(target.value)}
        problem={problems.username}
      />
      {withCode ? (
        <Suspense fallback={<Field name="code" label={t('code')} disabled />}>
          <CodeField
            name="code"
            label={t('code')}
            applicationId={`${application.owner}/${application.name}`}
            request={{ type: type ?? 'email', dest: contact, method: 'login', organization }}
            isReady={type !== undefined}
            problem={problems.code}
          />
        </Suspense>
      ) : (
        <PasswordField
          name="password"
          label={t('password')}
          autoComplete="current-password"
          problem={problems.password}
        />
      )}
      <div className="beside">
        <Check name="autoSignin" defaultChecked>
          {t('autoSignin')}
        </Check>
        {enablePassword && (
          <LeavingLink application={application} href={forgetLink(application, organization)}>
            {t('forgotPassword')}
          </LeavingLink>
        )}
      </div>
      <Button type="submit" isBusy={isBusy}>
        {t(isBusy ? 'signingIn' : 'signIn')}
      </Button>
      {enablePassword && enableCodeSignin && (
        <Button look="link" onClick={switchWay}>
          {t(withCode ? 'withPassword' : 'withCode')}
        </Button>
      )}
    </form>
  );
}
