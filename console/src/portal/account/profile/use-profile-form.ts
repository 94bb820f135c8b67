import { type FormEvent, useState } from 'react';
import type { CallError } from '../../../shared/exchange.ts';
import { isLanguage } from '../../../shared/language.ts';
import { call } from '../../call.ts';
import { changeLanguage } from '../../frame/change-language.ts';
import { useProblems } from '../../frame/use-problems.ts';
import type { Sentence } from '../../words.ts';
import type { SectionProps } from '../section.ts';
import { textOf, valueMeant } from './profile-fields.ts';

/** The page follows the language of the account as soon as the user chooses one. */
async function followLanguage(language: unknown): Promise<void> {
  if (typeof language !== 'string' || !isLanguage(language)) return;
  if (language !== document.documentElement.lang) await changeLanguage(language);
}

/** The changed values of the profile. Only they are sent, so that two browsers do not overwrite each other. */
export function useProfileForm({ account, refresh, tell: done }: SectionProps) {
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);
  const { problems, tell, tellOne, forget } = useProblems<string>();

  const textIn = (name: string) => changed[name] ?? textOf(account, name);
  const names = Object.keys(changed).filter((name) => changed[name] !== textOf(account, name));

  function change(name: string, text: string) {
    setChanged((before) => ({ ...before, [name]: text }));
    tellOne(name, undefined);
    done('');
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || names.length === 0) return;
    const form = event.currentTarget;
    const { owner, name } = account.user;
    const body = Object.fromEntries(names.map((each) => [each, valueMeant(account, each, changed[each] ?? '')]));
    setBusy(true);
    setFailure('');
    try {
      await call('update-user', {
        query: { id: `${owner}/${name}`, columns: names.join() },
        body: { owner, name, ...body },
      });
      await refresh();
      setChanged({});
      forget();
      done({ word: 'accountSaved' });
      await followLanguage(body.language);
    } catch (error) {
      const { fields = [] } = error as Partial<CallError>;
      const ofForm = fields.filter(({ field }) => names.includes(field.replace(/\W.*$/, '')));
      if (ofForm.length > 0)
        tell(form, Object.fromEntries(ofForm.map(({ field, message }) => [field.replace(/\W.*$/, ''), message])));
      else setFailure(error as Error);
    }
    setBusy(false);
  }

  return { textIn, change, save, problems, failure, isBusy, isChanged: names.length > 0 };
}
