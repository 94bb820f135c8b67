import type { z } from 'zod';
import type { Refusal } from '../../core/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { consent } from './consent.ts';
import type { Arrival, SignInStep } from './step.ts';

/** The steps of a server. */
export interface Steps {
  /** The members of the sign-in form that steps add. */
  fields: z.ZodRawShape;
  answer: (deps: AccountDeps, arrival: Arrival) => Promise<void>;
  /** The question of the first step that is due. */
  due: (deps: AccountDeps, arrival: Arrival, reason?: string) => Promise<Refusal | undefined>;
}

export const createSteps = (all: readonly SignInStep[]): Steps => ({
  fields: Object.assign({}, ...all.map(({ fields }) => fields)),
  async answer(deps, arrival) {
    for (const step of all) await step.answer(deps, arrival);
  },
  async due(deps, arrival, reason) {
    for (const step of all) {
      const question = await step.due(deps, arrival, reason);
      if (question) return question;
    }
  },
});

export const signInSteps: readonly SignInStep[] = [consent];
