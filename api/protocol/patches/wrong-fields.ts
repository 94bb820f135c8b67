import { errors } from 'oidc-provider';
import { type Step, wrapStep } from './authorization-steps.ts';

export type WrongField = 'redirect_uri' | 'response_type' | 'code_challenge';

/** The library's step that judges each parameter. */
const judges: Readonly<Record<string, WrongField>> = {
  checkRedirectUri: 'redirect_uri',
  checkResponseType: 'response_type',
  checkPKCE: 'code_challenge',
};

const wrong = new WeakMap<object, WrongField>();

const noting =
  (field: WrongField) =>
  (step: Step): Step =>
  async (ctx, next) => {
    let hasPassed = false;
    try {
      await step(ctx, () => {
        hasPassed = true;
        return next();
      });
    } catch (error) {
      if (!hasPassed) wrong.set(error as object, field);
      throw error;
    }
  };

/** Notes which parameter an error is about. The library's errors say so only in an English sentence. */
export function noteWrongFields(): void {
  for (const [name, field] of Object.entries(judges)) wrapStep(name, noting(field));
}

/** The library's error handler judges the redirect address too, without its step, after another mistake. */
export const wrongFieldOf = (error: object | undefined): WrongField | undefined =>
  error instanceof errors.InvalidRedirectUri ? 'redirect_uri' : error && wrong.get(error);
