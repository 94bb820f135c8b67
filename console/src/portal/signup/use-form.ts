import { plainEmail, plainPhone } from '@doorwright/crds/values/written-forms.ts';
import { useRef, useState } from 'react';
import { useKeptInput } from '../frame/use-kept-input.ts';
import { type Problems, useProblems } from '../frame/use-problems.ts';
import { fieldProblem, type Rules } from './field-problem.ts';
import { type FieldName, fieldNames, type SignupField, type Values } from './signup-fields.ts';

const empty = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Values;

/** The value without copied blanks. Passwords stay as they are. */
const trimmed = (typed: Values): Values => ({
  ...(Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim()])) as Values),
  password: typed.password,
  confirm: typed.confirm,
});

/** The fields that survive a reload: no secret, no ID card number, and no affiliation, whose choice starts anew. */
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

/**
 * The values of the form and their problems. A problem appears when the user leaves the field, and goes when the
 * value is right.
 */
export function useForm(
  fieldsIn: (language: string) => SignupField[],
  organization: Rules,
  start: Partial<Values> = {},
) {
  const [values, setValues, forget] = useKeptInput({ ...empty, ...start }, worthKeeping);
  const { problems, tell, tellOne } = useProblems<FieldName>();
  // Password managers fill in all fields before the first one is drawn again.
  const latest = useRef(values);
  // The fields of a name depend on the language, which may change until one has a value.
  const [namedIn, setNamedIn] = useState('');
  const asked = fieldsIn(namedIn || document.documentElement.lang);

  /** The values as they are sent. */
  const meant = (typed: Values): Values => ({
    ...trimmed(typed),
    email: plainEmail(typed.email.trim()),
    phone: plainPhone(typed.phone, organization.phonePrefix),
  });
  const judged = (each: SignupField, typed: Values) =>
    fieldProblem({ asked: each, values: meant(typed), organization });

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
    /** A shown problem is judged anew with each letter. */
    change(name: FieldName, value: string) {
      const given = { ...latest.current, [name]: value };
      latest.current = given;
      setValues(given);
      if (isOfName(name) && !namedIn) setNamedIn(document.documentElement.lang);
      if (problems[name]) judge(name, given);
      if (name === 'password' && problems.confirm) judge('confirm', given);
    },
    /** A user who only passes through a field sees no problem. */
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
