import { type FormEvent, useState } from 'react';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { Field } from '../frame/Field.tsx';
import { useProblems } from '../frame/use-problems.ts';
import { nameMeant } from '../signin/contact-type.ts';
import { type Sentence, said, t } from '../words.ts';
import { type Forgetful, lookUp, type Place } from './contacts.ts';

interface Props {
  place: Place;
  /** The prefix of phone numbers there. */
  phonePrefix: string;
  initial: string;
  onFound: (found: Forgetful) => void;
}

/** Asks for the user name. */
export function AccountStep({ place, phonePrefix, initial, onFound }: Props) {
  const { problems, tell, correct } = useProblems<'username'>();
  const [failure, setFailure] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setFailure('');
    const username = nameMeant(String(new FormData(event.currentTarget).get('username') ?? ''), phonePrefix);
    if (!tell(event.currentTarget, username ? {} : { username: { word: 'accountNameMissing' } })) return;
    setBusy(true);
    try {
      onFound(await lookUp(place, username));
    } catch (error) {
      setFailure(error as Error);
      setBusy(false);
    }
  }

  return (
    <form noValidate onInput={correct} onSubmit={(event) => void submit(event)}>
      <Alert>{said(failure)}</Alert>
      <Field
        name="username"
        label={t('username')}
        autoComplete="username"
        autoFocus
        defaultValue={initial}
        problem={problems.username}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('nextStep')}
      </Button>
    </form>
  );
}
