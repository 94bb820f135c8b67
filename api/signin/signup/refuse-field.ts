import { type ErrorCode, Refusal } from '../../core/errors.ts';
import type { SignupForm } from './form.ts';

/** A refusal that also says which field of the form is wrong. */
export const wrongField = (code: ErrorCode, field: keyof SignupForm, cause?: unknown): Refusal =>
  new Refusal(code, {}, { fields: [{ field, code }], cause });

/** The same refusal, with the field that it is about. */
export const besideField = (
  { code, params, data, retryAfterSeconds, cause }: Refusal,
  field: keyof SignupForm,
): Refusal =>
  new Refusal(code, params, {
    fields: [{ field, code, params }],
    data,
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
