import type { SignupItem } from '@doorwright/crds/options/signup-items.ts';
import { type FormEvent, useRef, useState } from 'react';
import { CallError } from '../../shared/exchange.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { unexpectedError } from '../frame/unexpected-error.ts';
import type { PageProps } from '../page.ts';
import { SignUpField } from '../signup/SignUpField.tsx';
import { type FieldName, promptedFieldsOf, type Values } from '../signup/signup-fields.ts';
import { useForm } from '../signup/use-form.ts';
import { type Sentence, said, t } from '../words.ts';
import { PromptedLinks } from './PromptedLinks.tsx';
import { type Asked, readPrompt, saveAnswer } from './prompt.ts';

interface Props extends Pick<PageProps, 'application' | 'organization'> {
  first: Asked;
  onComplete: () => void | Promise<void>;
}

/** The prompted items. Each answer is saved as the user leaves it, and the button finishes once all of them are right. */
export function PromptForm({ application, organization, first, onComplete }: Props) {
  const [asked, setAsked] = useState(first);
  const [failure, setFailure] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const saving = useRef<Promise<boolean>>(Promise.resolve(true));
  // What the user cannot change any more stays as it was at first.
  const [items] = useState(() =>
    application.signupItems.filter(({ name }) => first.items.some((item) => item.name === name && !item.isFixed)),
  );
  const form = useForm(
    (language) => items.flatMap((item) => promptedFieldsOf(item, language)),
    organization,
    Object.fromEntries(Object.entries(first.values).filter(([name]) => isOfItems(name, items))),
  );
  // A save that waits for another one must know what that one saved.
  const saved = useRef<Partial<Values>>(first.values);
  const fieldsOf = (item: SignupItem) =>
    promptedFieldsOf(item, document.documentElement.lang).filter(({ name }) =>
      form.asked.some((each) => each.name === name),
    );
  const isChanged = (item: SignupItem) =>
    fieldsOf(item).some(({ name }) => form.meant[name] !== (saved.current[name] ?? ''));
  /** A code is needed for a new address only. */
  const isRight = (item: SignupItem) =>
    !isChanged(item)
      ? asked.items.some(({ name, isAnswered }) => name === item.name && isAnswered)
      : fieldsOf(item).every(({ name }) => !form.judgeAll()[name]);

  const isWhole = () => items.every(isRight) && asked.links.every(({ isLinked }) => isLinked);

  async function save(item: SignupItem): Promise<boolean> {
    if (!isChanged(item) || !isRight(item)) return true;
    const values = Object.fromEntries(fieldsOf(item).map(({ name }) => [name, form.meant[name]]));
    try {
      const now = await saveAnswer(application.name, item.name, values);
      saved.current = { ...saved.current, ...values };
      setAsked(now);
      setFailure('');
      setSaved(true);
      return true;
    } catch (error) {
      const problem = error instanceof CallError ? error : unexpectedError(error);
      setFailure(problem);
      return false;
    }
  }

  /** One answer after the other, so that none overtakes an older one. */
  function saveLater(item: SignupItem): Promise<boolean> {
    saving.current = saving.current.then(() => save(item));
    return saving.current;
  }

  function saveFieldLater(name: FieldName): void {
    const item = items.find((each) => fieldsOf(each).some((field) => field.name === name));
    if (item) void saveLater(item);
  }

  const saves = {
    /** A typed answer is whole when the user leaves it, and a chosen one at once. */
    change(name: FieldName, value: string) {
      form.change(name, value);
      if (name === 'region') saveFieldLater(name);
    },
    leave(name: FieldName) {
      form.leave(name);
      saveFieldLater(name);
    },
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !isWhole()) return;
    setBusy(true);
    let isSafe = await saving.current;
    for (const item of items) isSafe = (await saveLater(item)) && isSafe;
    if (isSafe) {
      form.forget();
      await onComplete();
    }
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} onInput={() => setSaved(false)}>
      <Alert>{said(failure)}</Alert>
      {form.asked.map((each) => (
        <SignUpField
          key={each.name}
          asked={each}
          form={{ ...form, ...saves }}
          codesFor="reset"
          application={application}
          organization={organization}
        />
      ))}
      <PromptedLinks
        application={application}
        links={asked.links}
        onUnlinked={async () => setAsked(await readPrompt(application.name))}
      />
      <p role="status" className="foot">
        {isSaved && t('promptSaved')}
      </p>
      <Button type="submit" isBusy={isBusy} disabled={!isWhole()}>
        {t('promptComplete')}
      </Button>
    </form>
  );
}

const isOfItems = (name: string, items: readonly SignupItem[]) =>
  items.some((item) =>
    ['en', 'zh'].some((language) => promptedFieldsOf(item, language).some((each) => each.name === name)),
  );
