import { Refusal } from '../../errors.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A moment that a parameter has, if it has one. */
export function instantOf(field: string, text: string): string | undefined {
  if (!text) return undefined;
  if (instant.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new Refusal('invalid', {}, { fields: [{ field, code: 'not-moment' }] });
}
