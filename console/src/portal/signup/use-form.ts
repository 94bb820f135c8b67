import type { SignupItem } from '@doorwright/crds/options/signup-items.ts';
import { plainEmail, plainPhone } from '@doorwright/crds/values/written-forms.ts';
import { useRef, useState } from 'react';
import { useKept } from '../frame/use-kept.ts';
import { type Problems, useProblems } from '../frame/use-problems.ts';
import { type Asked, askedBy, type FieldName, fieldNames, type Values } from './asked.ts';
import { problemOf, type Rules } from './problem-of.ts';

const empty = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Values;

/** What was typed without the blanks that were copied along; passwords are as they are. */
const trimmed = (typed: Values): Values => ({
  ...(Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim()])) as Values),
  password: typed.password,
  confirm: typed.confirm,
});

/** No secret, no number of a card, and no affiliation: where it is chosen, the way to it begins anew. */
const worthKeeping = ({
  password,
  confirm,
  emailCode,
  phoneCode,
  affiliation,
  idCard,
  ...rest
}: Values): Partial<Values> => rest;

const isOfName = (name: FieldName) => name === 'name' || name === 'firstName' || name === 'lastName';

/** What was typed into the form, and what is wrong with it: told when a field is left, and gone once it is right. */
export function useForm(items: readonly SignupItem[], organization: Rules) {
  const [values, setValues, forget] = useKept(empty, worthKeeping);
  const { problems, tell, tellOne } = useProblems<FieldName>();
  // Programs that fill in forms are done with all fields before any of it is drawn.
  const latest = useRef(values);
  // A name is asked as the language has it, which may change until some of it is typed.
  const [namedIn, setNamedIn] = useState('');
  const asked = askedBy(items, namedIn || document.documentElement.lang);

  /** What was meant by what was typed. */
  const meant = (typed: Values): Values => ({
    ...trimmed(typed),
    email: plainEmail(typed.email.trim()),
    phone: plainPhone(typed.phone, organization.phonePrefix),
  });
  const judged = (each: Asked, typed: Values) => problemOf({ asked: each, values: meant(typed), organization });

  function judge(name: FieldName, given: Values) {
    const each = asked.find((one) => one.name === name);
    if (each) tellOne(name, judged(each, given));
  }

  return {
    asked,
    values,
    get meant() {
      return meant(latest.current);
    },
    problems,
    /** What is shown as wrong is judged anew with each letter. */
    change(name: FieldName, value: string) {
      const given = { ...latest.current, [name]: value };
      latest.current = given;
      setValues(given);
      if (isOfName(name) && !namedIn) setNamedIn(document.documentElement.lang);
      if (problems[name]) judge(name, given);
      if (name === 'password' && problems.confirm) judge('confirm', given);
    },
    /** Somebody who only passes by is told nothing. */
    leave: (name: FieldName) => {
      if (latest.current[name]) judge(name, latest.current);
    },
    judgeAll: (): Problems<FieldName> =>
      Object.fromEntries(asked.map((each) => [each.name, judged(each, latest.current)])),
    tell,
    forget,
  };
}

export type Form = ReturnType<typeof useForm>;
