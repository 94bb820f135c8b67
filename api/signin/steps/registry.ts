import type { z } from 'zod';
import type { Refusal } from '../../core/errors.ts';
import type {
  Answers,
  Arrival,
  HalfSignIn,
  SignInStep,
  StepAfterSession,
  StepBeforeSession,
} from '../contracts/step.ts';
import type { AccountDeps } from '../place/deps.ts';
import { consent } from './consent.ts';
import { newPassword } from './new-password.ts';
import { prompt } from './prompt.ts';
import { recoveryCodes } from './recovery-codes.ts';
import { secondFactor } from './second-factor.ts';

/** A step that is due, and its question. */
export interface Asked {
  step: StepBeforeSession;
  question: Refusal;
}

/** The steps of a server. */
export interface Steps {
  /** The members of the sign-in form that steps add. */
  fields: z.ZodRawShape;
  before: {
    /** The first step that is due and not done. */
    due: (deps: AccountDeps, half: HalfSignIn, done?: readonly string[]) => Promise<Asked | undefined>;
    /** The answers in a form, if it has any. */
    answersIn: (form: object) => Answers | undefined;
  };
  after: {
    answer: (deps: AccountDeps, arrival: Arrival) => Promise<void>;
    /** The question of the first step that is due. */
    due: (deps: AccountDeps, arrival: Arrival, reason?: string) => Promise<Refusal | undefined>;
    answersIn: (form: object) => Answers | undefined;
  };
}

const fieldsOf = (steps: readonly SignInStep[]): z.ZodRawShape =>
  Object.assign({}, ...steps.map(({ fields }) => fields));

/** The members of a form that a step's fields name and that have a value. */
export function answersTo(fields: z.ZodRawShape, form: object): Answers | undefined {
  const given = Object.entries(form).filter(([name, value]) => name in fields && value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

export function createSteps(all: readonly SignInStep[]): Steps {
  const before = all.filter((step): step is StepBeforeSession => step.stands === 'before-session');
  const after = all.filter((step): step is StepAfterSession => step.stands === 'after-session');
  return {
    fields: fieldsOf(all),
    before: {
      async due(deps, half, done = []) {
        for (const step of before) {
          const question = done.includes(step.name) ? undefined : await step.due(deps, half);
          if (question) return { step, question };
        }
      },
      answersIn: (form) => answersTo(fieldsOf(before), form),
    },
    after: {
      async answer(deps, arrival) {
        for (const step of after) await step.answer(deps, arrival);
      },
      async due(deps, arrival, reason) {
        for (const step of after) {
          const question = await step.due(deps, arrival, reason);
          if (question) return question;
        }
      },
      answersIn: (form) => answersTo(fieldsOf(after), form),
    },
  };
}

export const signInSteps: readonly SignInStep[] = [secondFactor, recoveryCodes, newPassword, prompt, consent];
