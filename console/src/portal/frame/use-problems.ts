import { useState } from 'react';
import { flushSync } from 'react-dom';

export type Problems<Name extends string> = Partial<Record<Name, string>>;

/** What is wrong with a form, by the names of its fields. Telling it puts the focus on the first of them. */
export function useProblems<Name extends string>() {
  const [problems, setProblems] = useState<Problems<Name>>({});

  /** Shows them, and answers whether there are none. */
  function tell(form: HTMLFormElement, found: Problems<Name>): boolean {
    flushSync(() => setProblems(found));
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return Object.values(found).every((problem) => !problem);
  }

  return { problems, tell };
}
