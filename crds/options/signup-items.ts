import { z } from 'zod';
import { choice, flag } from '../field.ts';
import type { Problem, Told } from '../problem.ts';
import { rulesOf, type SignupItemName, signupItemNames, signupRules } from './signup-rules.ts';

export { rulesOf, type SignupItemName, type SignupRule, signupItemNames, signupRules } from './signup-rules.ts';

export const signupItem = z.object({
  name: choice('Name', signupItemNames, { about: 'Field of the form.', initial: 'Username' }),
  visible: flag('Visible', { about: 'The sign-up form shows it.', initial: true }),
  required: flag('Required', { about: 'It must be filled in.', initial: true }),
  prompted: flag('Prompted', {
    about: 'It is asked after sign-in, if it is not on the form. Names, passwords and terms are not asked later.',
  }),
  rule: choice('Rule', signupRules, { about: 'How it is shown or filled in.', initial: 'None' }),
});

export type SignupItem = z.infer<typeof signupItem>;

const asked = (name: SignupItemName): SignupItem => ({
  name,
  visible: true,
  required: true,
  prompted: false,
  rule: rulesOf(name)[0],
});

/** The sign-up form of a new application, in its order. */
export const defaultSignupItems: SignupItem[] = [
  { ...asked('ID'), visible: false },
  ...(['Username', 'Display name', 'Password', 'Confirm password', 'Email', 'Phone', 'Agreement'] as const).map(asked),
];

interface ItemProblem extends Told {
  member: keyof SignupItem;
}

function problemOf({ name, visible, required, prompted, rule }: SignupItem): ItemProblem | undefined {
  const rules = rulesOf(name);
  if (!rules.includes(rule))
    return { member: 'rule', code: 'not-one-of-for', params: { allowed: rules.join('; '), other: name } };
  // The server generates the id, so the form never asks for it.
  if (name === 'ID') return prompted ? { member: 'prompted', code: 'on-for', params: { other: name } } : undefined;
  if (required && !visible) return { member: 'required', code: 'on-though-hidden' };
  if (prompted && visible) return { member: 'prompted', code: 'on-though-shown' };
  return;
}

export const checkSignupItems = (items: readonly SignupItem[]): Problem[] =>
  items.flatMap((item, index) => {
    const problem = problemOf(item);
    if (!problem) return [];
    const { member, ...told } = problem;
    return [{ path: `signupItems[${index}].${member}`, ...told }];
  });
