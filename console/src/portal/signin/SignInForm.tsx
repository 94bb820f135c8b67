import { type FormEvent, useState } from 'react';
import type { Door } from '../attempt/door.ts';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import { Button } from '../frame/Button.tsx';
import { Check } from '../frame/Check.tsx';
import { Field } from '../frame/Field.tsx';
import { forgetLink } from '../frame/links.ts';
import { useProblems } from '../frame/use-problems.ts';
import type { Application } from '../page.ts';
import { t } from '../words.ts';
import { LeavingLink } from './LeavingLink.tsx';
import { MethodTabs } from './MethodTabs.tsx';
import type { MethodForm } from './methods/method-form.ts';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';

interface Props extends Pick<SigningIn, 'isBusy' | 'enter' | 'clear'> {
  application: Application;
  /** The forms of the methods that the application offers. The page opens with the first. */
  forms: readonly [MethodForm, ...MethodForm[]];
  door: Door;
  /** The prefix of phone numbers there. */
  phonePrefix: string;
  /** The user name, as far as the client knows it. */
  hint: string;
}

/** The form of one method, with links to the other methods. */
export function SignInForm({ application, forms, door, phonePrefix, hint, isBusy, enter, clear }: Props) {
  const [form, setForm] = useState(forms[0]);
  const [username, setUsername] = useState(hint);
  const { problems, tell, correct, forget } = useProblems<string>();
  const { Fields, Submit } = form;
  const { organization } = door;
  const [sent, setSent] = useState(0);
  const tabs = forms.filter(({ tab }) => tab);
  const hasTabs = tabs.length > 1;
  const isOffered = forms.some(({ needsNoName }) => needsNoName);
  const names = { application: application.name, organization };
  const autoSignin = () => document.querySelector<HTMLInputElement>('[name=autoSignin]')?.checked ?? false;
  usePasskeyAutofill({ ...names, isOffered, isBusy, autoSignin, enter });

  // A problem of one method says nothing about another.
  function change(other: MethodForm) {
    clear();
    forget();
    setForm(other);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const { currentTarget } = event;
    const input = currentTarget.querySelector<HTMLInputElement>(`[name=${form.field}]`);
    const typed = { username, phonePrefix, proof: input?.value ?? '', ...names };
    const isWhole = tell(currentTarget, {
      ...(form.username && !form.needsNoName && !username.trim() && { username: { word: 'usernameMissing' } as const }),
      ...form.problems(typed),
    });
    // The answer to the last try says nothing about this one.
    if (!isWhole) return clear();
    if (Submit) return setSent(sent + 1);
    const { fields, secrets } = form.proof(typed);
    const isRemembered = autoSignin();
    const whole = (proof: object) => ({ ...proof, autoSignin: isRemembered });
    await enter(typeof fields === 'function' ? async () => whole(await fields()) : whole(fields), secrets);
    // The user is still here, so the sign-in failed and they try again.
    input?.focus();
    input?.select();
  }

  return (
    <form noValidate onInput={correct} onSubmit={(event) => void submit(event)}>
      {hasTabs && <MethodTabs forms={tabs} chosen={form} choose={change} />}
      {form.username && (
        <Field
          name="username"
          label={t(form.username)}
          autoComplete={isOffered ? 'username webauthn' : 'username'}
          value={username}
          onChange={({ target }) => setUsername(target.value)}
          problem={problems.username}
        />
      )}
      <Fields {...{ application, organization, phonePrefix, username, problems }} />
      <div className="beside">
        <Check name="autoSignin" defaultChecked>
          {t('autoSignin')}
        </Check>
        {forms.some(({ isRecoverable }) => isRecoverable) && (
          <LeavingLink application={application} href={forgetLink(application, organization)}>
            {t('forgotPassword')}
          </LeavingLink>
        )}
      </div>
      {Submit ? (
        <Submit key={form.link} {...{ door, application, username, sent }} />
      ) : (
        <Button type="submit" isBusy={isBusy}>
          {t(isBusy ? 'signingIn' : 'signIn')}
        </Button>
      )}
      {forms
        .filter((other) => other !== form && !(hasTabs && tabs.includes(other) && tabs.includes(form)))
        .map((other, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the link that was pressed keeps the focus
          <Button key={index} look="link" onClick={() => change(other)}>
            {t(other.link)}
          </Button>
        ))}
    </form>
  );
}
