import { askedItems } from '@doorwright/crds/options/asked-items.ts';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from '../../shared/exchange.ts';
import { call } from '../call.ts';
import { callSealed } from '../credentials/call-sealed.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { unexpectedError } from '../frame/unexpected-error.ts';
import type { Problems } from '../frame/use-problems.ts';
import type { PageProps } from '../page.ts';
import { PasskeyFailure } from '../passkeys/failure.ts';
import { type Sentence, said, t } from '../words.ts';
import { SignUpField } from './SignUpField.tsx';
import { forgetSignUpKey, signUpKey } from './sign-up-key.ts';
import { type FieldName, type SignupField, signupFieldsOf } from './signup-fields.ts';
import { useForm } from './use-form.ts';

/** A new user, as the form knows them. A user of a passkey has no password. */
export interface Newcomer {
  name: string;
  password: string;
}

interface Props extends Pick<PageProps, 'application' | 'organization'> {
  onCreated: (newcomer: Newcomer) => void;
}

/**
 * The server's problems of the visible fields. Problems that are no full sentence would show the technical name of
 * a field.
 */
const problemsOf = (error: CallError, asked: readonly SignupField[]): Problems<FieldName> =>
  Object.fromEntries(
    error.fields
      .filter(({ field }) => asked.some(({ name }) => name === field))
      .map(({ field, message }) => [field, error.code === 'invalid' ? message : error]),
  );

/** Makes the passkey of a new user, who sees it under the name that they typed. */
async function passkeyFor({
  application,
  ...typed
}: {
  application: string;
  username?: string;
  email?: string;
  name?: string;
}) {
  const { makePasskey } = await import('../passkeys/ceremony.ts');
  const name = typed.username || typed.email || typed.name || '';
  return JSON.stringify(await makePasskey('webauthn/newcomer/begin', { application, name }));
}

/** The form of the application's signup items. A refusal keeps all input. */
export function SignUpForm({ application, organization, onCreated }: Props) {
  const items = askedItems(application.signupItems, application.signupCodes);
  const form = useForm((language) => signupFieldsOf(items, language), organization);
  const { asked } = form;
  const [failure, setFailure] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  /** A problem of a visible field stands beside it, and any other above the form. */
  function explain(error: unknown) {
    const isKnown = error instanceof CallError || error instanceof PasskeyFailure;
    const problem = isKnown ? error : unexpectedError(error);
    const found = error instanceof CallError ? problemsOf(error, asked) : {};
    if (Object.keys(found).length > 0 && element.current) return void form.tell(element.current, found);
    flushSync(() => setFailure(problem));
    // The form is long, so its last button and the text above it are not visible together.
    element.current?.scrollIntoView({ block: 'start' });
  }

  /** A passkey stands for the password, so the fields of the password may be empty. */
  async function submit(event: Pick<FormEvent, 'preventDefault'>, isByPasskey = false) {
    event.preventDefault();
    if (isBusy || !element.current) return;
    setFailure('');
    const { password: _, confirm: _1, ...others } = form.judgeAll();
    if (!form.tell(element.current, isByPasskey ? others : form.judgeAll())) return;
    const { password, confirm, agreement, ...values } = form.meant;
    const isAsked = (name: FieldName) => asked.some((each) => each.name === name);
    const body = {
      ...Object.fromEntries(Object.entries(values).filter(([name]) => isAsked(name as FieldName))),
      application: application.name,
      organization: organization.name,
      phonePrefix: organization.phonePrefix,
      agreement: agreement !== '',
      key: signUpKey(),
    };
    // After success the form stays busy, because the page is about to leave.
    setBusy(true);
    try {
      const { data } = isByPasskey
        ? await call<string>('signup', { body: { ...body, passkey: await passkeyFor(body) } })
        : await callSealed<string>('signup', isAsked('confirm') ? { password, confirm } : { password }, { body });
      form.forget();
      forgetSignUpKey();
      onCreated({ name: data.slice(data.indexOf('/') + 1), password: isByPasskey ? '' : password });
    } catch (error) {
      explain(error);
      setBusy(false);
    }
  }

  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)}>
      <Alert title={failure && t('signUpError')}>{said(failure)}</Alert>
      {asked.map((each) => (
        <SignUpField key={each.name} asked={each} form={form} application={application} organization={organization} />
      ))}
      <Button type="submit" isBusy={isBusy}>
        {t('signUp')}
      </Button>
      {application.enableWebAuthn && (
        <Button look="secondary" isBusy={isBusy} onClick={(event) => void submit(event, true)}>
          {t('signUpPasskey')}
        </Button>
      )}
    </form>
  );
}
