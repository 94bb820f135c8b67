import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Sentence, said } from '../words.ts';

export type Problems<Name extends string> = Partial<Record<Name, Sentence | undefined>>;

/** The problems in the language of the page. */
const inWords = <Name extends string>(problems: Problems<Name>): Partial<Record<Name, string>> =>
  Object.fromEntries(
    Object.entries<Sentence | undefined>(problems).map(([name, problem]) => [name, problem && said(problem)]),
  ) as Partial<Record<Name, string>>;

/** The problems of a form by field. Showing them moves the focus to the first. */
export function useProblems<Name extends string>() {
  const [problems, setProblems] = useState<Problems<Name>>({});

  /** Shows the problems, and says whether there are none. */
  function tell(form: HTMLFormElement, found: Problems<Name>): boolean {
    flushSync(() => setProblems(found));
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return Object.values(found).every((problem) => !problem);
  }

  const tellOne = (name: Name, problem: Sentence | undefined) =>
    setProblems((shown): Problems<Name> => ({ ...shown, [name]: problem }));

  /** For `onInput` of the form: removes the problem of a field that changes. */
  const correct = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement) tellOne(target.name as Name, undefined);
  };

  const forget = () => setProblems({});

  return { problems: inWords(problems), tell, tellOne, correct, forget };
}
