import { type ErrorCode, Refusal } from '../../core/errors.ts';
import type { SignupForm } from './form.ts';

/** What is wrong with one field of the form; told beside it, too. */
export const wrongField = (code: ErrorCode, field: keyof SignupForm, cause?: unknown): Refusal =>
  new Refusal(code, {}, { fields: [{ field, code }], cause });

/** The same refusal, told beside the field that it is about. */
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
