import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Door } from '../attempt/door.ts';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import { Button } from '../frame/Button.tsx';
import { Check } from '../frame/Check.tsx';
import { Field } from '../frame/Field.tsx';
import { forgetLink } from '../frame/links.ts';
import { useOnce } from '../frame/use-once.ts';
import { useProblems } from '../frame/use-problems.ts';
import type { Application } from '../page.ts';
import { t } from '../words.ts';
import { LeavingLink } from './LeavingLink.tsx';
import { MethodTabs } from './MethodTabs.tsx';
import type { MethodForm } from './methods/method-form.ts';
import { Named } from './Named.tsx';
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
  /** Nothing above the form is more likely to be used. */
  takesFocus: boolean;
}

/** Without a form for a name and a proof, there is nothing to ask first. */
const asksNameFirst = ({ identifierFirst }: Application, forms: readonly MethodForm[]) =>
  identifierFirst && forms.some(({ username, needsNoName }) => username && !needsNoName);

/** The form of one method, with links to the other methods. */
export function SignInForm({ application, forms, door, phonePrefix, hint, takesFocus, isBusy, enter, clear }: Props) {
  const isSplit = asksNameFirst(application, forms);
  const [form, setForm] = useState(forms[0]);
  const [username, setUsername] = useState(hint);
  const [isNamed, setNamed] = useState(isSplit && hint !== '');
  const asksName = isSplit && !isNamed;
  const { problems, tell, correct, forget } = useProblems<string>();
  const { Fields, Submit } = form;
  const { organization } = door;
  const [sent, setSent] = useState(0);
  const tabs = forms.filter(({ tab }) => tab);
  const hasTabs = !isSplit && tabs.length > 1;
  const passkey = forms.find(({ needsNoName }) => needsNoName);
  const isOffered = passkey !== undefined;
  const names = { application: application.name, organization };
  const autoSignin = () => document.querySelector<HTMLInputElement>('[name=autoSignin]')?.checked ?? false;
  // Browsers refuse to offer passkeys on a page without the field of the user.
  const takesName = form.username !== undefined && !isNamed;
  usePasskeyAutofill({ ...names, isOffered: isOffered && takesName, isBusy, autoSignin, enter });

  const box = useRef<HTMLFormElement>(null);
  const focusOn = (name: string) => box.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  useOnce(() => {
    if (takesFocus) focusOn(hint ? form.field : 'username');
  });
  /** Asks for the next thing, where the user goes on typing. */
  function goTo(named: boolean) {
    flushSync(() => setNamed(named));
    focusOn(named ? form.field : 'username');
  }

  // A problem of one method says nothing about another.
  function change(other: MethodForm) {
    clear();
    forget();
    setForm(other);
  }

  const typedWith = (proof: string) => ({ username, phonePrefix, proof, ...names });

  const problemsOf = (proof: string) => ({
    ...(form.username && !form.needsNoName && !username.trim() && { username: { word: 'usernameMissing' } as const }),
    ...form.problems(typedWith(proof)),
  });

  function prove(by: MethodForm, proof: string) {
    const { fields, secrets } = by.proof(typedWith(proof));
    const isRemembered = autoSignin();
    const whole = (own: object) => ({ ...own, autoSignin: isRemembered });
    return enter(typeof fields === 'function' ? async () => whole(await fields()) : whole(fields), secrets);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const { currentTarget } = event;
    if (asksName) {
      clear();
      const { username: wrong } = problemsOf('…');
      return tell(currentTarget, { username: wrong }) && goTo(true);
    }
    const input = currentTarget.querySelector<HTMLInputElement>(`[name=${form.field}]`);
    const proof = input?.value ?? '';
    const found = problemsOf(proof);
    // The field of the user is on the other step.
    if (isSplit && found.username) goTo(false);
    const isWhole = tell(currentTarget, found);
    // The answer to the last try says nothing about this one.
    if (!isWhole) return clear();
    if (Submit) return setSent(sent + 1);
    await prove(form, proof);
    // The user is still here, so the sign-in failed and they try again.
    input?.focus();
    input?.select();
  }

  return (
    <form ref={box} noValidate onInput={correct} onSubmit={(event) => void submit(event)}>
      {hasTabs && <MethodTabs forms={tabs} chosen={form} choose={change} />}
      {form.username && isNamed && <Named username={username} onChange={() => goTo(false)} />}
      {form.username && !isNamed && (
        <Field
          name="username"
          label={t(isSplit ? 'username' : form.username)}
          autoComplete={isOffered ? 'username webauthn' : 'username'}
          value={username}
          onChange={({ target }) => setUsername(target.value)}
          problem={problems.username}
        />
      )}
      {!asksName && <Fields {...{ application, organization, phonePrefix, username, problems }} />}
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
      {asksName ? (
        <>
          <Button type="submit" isBusy={isBusy}>
            {t('continue')}
          </Button>
          {passkey && (
            <Button look="link" onClick={() => void prove(passkey, '')}>
              {t(passkey.link)}
            </Button>
          )}
        </>
      ) : Submit ? (
        <Submit key={form.link} {...{ door, application, username, sent }} />
      ) : (
        <Button type="submit" isBusy={isBusy}>
          {t(isBusy ? 'signingIn' : 'signIn')}
        </Button>
      )}
      {!asksName &&
        forms
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
