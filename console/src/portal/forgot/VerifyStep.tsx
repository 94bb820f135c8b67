import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../call.ts';
import { CodeField } from '../codes/CodeField.tsx';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { useProblems } from '../frame/use-problems.ts';
import { t } from '../words.ts';
import { ContactChoice } from './ContactChoice.tsx';
import type { Forgetful, Place } from './contacts.ts';

interface Props {
  applicationId: string;
  place: Place;
  found: Forgetful;
  onProven: () => void;
}

/** Proves by a code that an address belongs to the user. */
export function VerifyStep({ applicationId, place, found: { username, contacts }, onProven }: Props) {
  const [chosen, setChosen] = useState(0);
  const { problems, tell, correct } = useProblems<'code'>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The button that led here is gone. The focus moves to the choice, or to the button that sends the code.
  useEffect(() => form.current?.querySelector<HTMLElement>('input:checked, .line button')?.focus(), []);
  const contact = contacts[chosen];
  if (!contact) return <Alert>{t('unknownForgetType')}</Alert>;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const { currentTarget } = event;
    const typed = String(new FormData(currentTarget).get('code') ?? '');
    const code = typed.trim();
    if (!tell(currentTarget, code ? {} : { code: { word: typed ? 'emptyCode' : 'emailCodeMissing' } })) return;
    setBusy(true);
    try {
      await call('verify-code', { body: { ...place, ...contact, username, code } });
      onProven();
    } catch (error) {
      tell(currentTarget, { code: error as Error });
      setBusy(false);
    }
  }

  return (
    <form ref={form} noValidate onInput={correct} onSubmit={(event) => void submit(event)}>
      <ContactChoice contacts={contacts} chosen={chosen} onChoose={setChosen} />
      <CodeField
        name="code"
        label={t('code')}
        applicationId={applicationId}
        request={{ ...contact, method: 'forget', organization: place.organization, checkUser: username }}
        isReady
        problem={problems.code}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('nextStep')}
      </Button>
    </form>
  );
}
