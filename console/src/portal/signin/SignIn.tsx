import { type FormEvent, useState } from 'react';
import { takeTarget } from '../../session/return-target.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { Check } from '../frame/Check.tsx';
import { Door } from '../frame/Door.tsx';
import { Field } from '../frame/Field.tsx';
import { useProblems } from '../frame/use-problems.ts';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';
import { signIn } from './sign-in.ts';

export function SignIn({ application, organization, params }: PageProps) {
  const { problems, tell } = useProblems<'username' | 'password'>();
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    const username = text('username').trim();
    const password = text('password');
    setFailure('');
    const isWhole = tell(event.currentTarget, {
      ...(!username && { username: t('usernameMissing') }),
      ...(!password && { password: t('passwordMissing') }),
    });
    if (!isWhole) return;
    setBusy(true);
    const said = await signIn({
      type: 'login',
      application: application.name,
      organization: params.owner ?? '',
      username,
      password,
      autoSignin: form.has('autoSignin'),
    });
    if (said === undefined) return location.assign(takeTarget());
    setBusy(false);
    setFailure(said);
  }

  return (
    <Door application={application} organization={organization} title={t('title')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Alert>{failure}</Alert>
        <Field name="username" label={t('username')} autoComplete="username" problem={problems.username} />
        <Field
          name="password"
          label={t('password')}
          type="password"
          autoComplete="current-password"
          problem={problems.password}
        />
        <Check name="autoSignin" defaultChecked>
          {t('autoSignin')}
        </Check>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? t('signingIn') : t('signIn')}
        </Button>
      </form>
    </Door>
  );
}
