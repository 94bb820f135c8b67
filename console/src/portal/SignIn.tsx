import { type FormEvent, useState } from 'react';
import { takeTarget } from '../session/return-target.ts';
import { Field } from './Field.tsx';
import { LanguageBox } from './LanguageBox.tsx';
import { signIn } from './sign-in.ts';
import type { Words } from './words.ts';

interface Props {
  words: Words;
  language: string;
  organization: string;
}

type Missing = Partial<Record<'username' | 'password', string>>;

/** Signs in with a password, at the application of the console. */
export function SignIn({ words, language, organization }: Props) {
  const [missing, setMissing] = useState<Missing>({});
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    const given = { username: text('username').trim(), password: text('password') };
    const lacking: Missing = {
      ...(!given.username && { username: words.usernameMissing }),
      ...(!given.password && { password: words.passwordMissing }),
    };
    setMissing(lacking);
    setProblem('');
    if (Object.keys(lacking).length > 0) return;
    setBusy(true);
    const failure = await signIn({ ...given, organization, autoSignin: form.has('autoSignin') }, words, language);
    if (failure === undefined) return location.assign(takeTarget());
    setBusy(false);
    setProblem(failure);
  }

  return (
    <main className="door">
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1>Doorwright</h1>
      {organization && <p className="organization">{organization}</p>}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div role="alert">{problem && <p className="problem">{problem}</p>}</div>
        <Field name="username" label={words.username} autoComplete="username" problem={missing.username} />
        <Field
          name="password"
          label={words.password}
          type="password"
          autoComplete="current-password"
          problem={missing.password}
        />
        <label className="check">
          <input type="checkbox" name="autoSignin" defaultChecked />
          {words.autoSignin}
        </label>
        <button type="submit" disabled={isBusy}>
          {isBusy ? words.signingIn : words.signIn}
        </button>
      </form>
      <LanguageBox label={words.language} language={language} />
    </main>
  );
}
