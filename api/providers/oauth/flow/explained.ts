import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { EgressError } from '../../../core/egress/egress-error.ts';
import { Refusal } from '../../../core/errors.ts';
import { refusedBy } from '../sign-in-service.ts';

/** Errors wrap each other. */
function* chainOf(error: unknown): Generator<Error> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

/** Anybody can write the address of a callback, so only a code is repeated, and no sentence. */
const isCode = /^[a-z_]{1,60}$/;

/** The refusal of an answer that names an error. */
export const refusalIn = (code: string, cause?: unknown): Refusal =>
  refusedBy(isCode.test(code) ? code : 'refused', cause);

/** Turns a failure of openid-client into one refusal, which names the cause without a secret. */
export function explained(error: unknown): Refusal {
  const chain = [...chainOf(error)];
  for (const each of chain) {
    if (each instanceof Refusal) return each;
    if (each instanceof ResponseBodyError)
      return refusedBy([each.error, each.error_description].filter(Boolean).join(': '), error);
    if (each instanceof AuthorizationResponseError) return refusalIn(each.error, error);
    if (each instanceof EgressError) return refusedBy(each.message, error);
  }
  return refusedBy(chain.at(-1)?.message ?? 'failed', error);
}

/** Runs a call of openid-client, and explains its failure. */
export const explaining = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error) => {
    throw explained(error);
  });
