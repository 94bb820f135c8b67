import type { ImportProblem, ImportResult } from '@doorwright/crds/options/imported.ts';
import { errorMessage, messageForCode } from '../../../core/error-message.ts';
import type { FieldProblem, Refusal } from '../../../core/errors.ts';

/** The command of the operator prints it. */
const language = 'en';

/** A problem in words. It has codes and limits, and never the value, which may be a secret. */
export const toldProblem = ({ field, code, params }: FieldProblem): ImportProblem => ({
  field,
  code,
  message: messageForCode(language, code, params),
});

/** The problems of a refusal. Those of a whole object name this field. */
export function toldProblems(refusal: Refusal, field = ''): ImportProblem[] {
  if (refusal.fields.length > 0) return refusal.fields.map(toldProblem);
  return [{ field, code: refusal.code, message: errorMessage(refusal, language).message }];
}

export const added = (problems: ImportProblem[]): ImportResult => ({ outcome: 'added', problems, differs: [] });

export const refused = (problems: ImportProblem[]): ImportResult => ({ outcome: 'refused', problems, differs: [] });

/** The object was there before, with the same values or with others in these fields. */
export const found = (problems: ImportProblem[], differs: string[]): ImportResult => ({
  outcome: differs.length > 0 ? 'kept' : 'same',
  problems,
  differs,
});
