import { plainPhone } from '@doorwright/crds/models/written-forms.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../words.ts';
import { type Asked, type FieldName, fieldNames, type Values } from './asked.ts';
import { problemOf } from './problem-of.ts';

const empty = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Values;

/** What was typed without the blanks that were copied along; passwords are as they are. */
const trimmed = (typed: Values): Values => ({
  ...(Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim()])) as Values),
  password: typed.password,
  confirm: typed.confirm,
});

type Problems = Readonly<Partial<Record<FieldName, string | undefined>>>;

/** What was typed into the form, and what is wrong with it: told when a field is left, and gone once it is right. */
export function useForm(asked: readonly Asked[], phonePrefix: string) {
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<Problems>({});

  /** What was meant by what was typed. */
  const meant = (typed: Values): Values => ({
    ...trimmed(typed),
    phone: plainPhone(typed.phone, phonePrefix),
  });
  const judged = (each: Asked, typed: Values) => {
    const problem = problemOf({ asked: each, values: meant(typed), phonePrefix });
    return problem && t(problem);
  };
  const named = (name: FieldName) => asked.find((each) => each.name === name);

  function judge(name: FieldName, given: Values) {
    const each = named(name);
    if (each) setProblems((shown) => ({ ...shown, [name]: judged(each, given) }));
  }

  return {
    values,
    meant: meant(values),
    problems,
    /** What is shown as wrong is judged anew with each letter. */
    change(name: FieldName, value: string) {
      const given = { ...values, [name]: value };
      setValues(given);
      if (problems[name]) judge(name, given);
      if (name === 'password' && problems.confirm) judge('confirm', given);
    },
    /** Somebody who only passes by is told nothing. */
    leave: (name: FieldName) => {
      if (values[name]) judge(name, values);
    },
    judgeAll: (): Problems => Object.fromEntries(asked.map((each) => [each.name, judged(each, values)])),
    /** Shows problems and puts the focus on the first of them; answers whether there are none. */
    tell(form: HTMLFormElement, found: Problems): boolean {
      flushSync(() => setProblems(found));
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return Object.values(found).every((problem) => !problem);
    },
  };
}

export type Form = ReturnType<typeof useForm>;
