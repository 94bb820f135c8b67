import type { Kind } from '@doorwright/crds';
import { type SecretPath, secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { FieldProblem } from '../http/errors.ts';
import { isSame } from './empty.ts';
import { invalid } from './input.ts';
import { mask } from './present.ts';

type Object_ = Record<string, unknown>;

/** The values of a secret that stay as they are stored because nobody wrote them: by their paths. */
function unwritten({ field, member }: SecretPath, sent: Object_, object: Object_): string[] {
  const isWritten = (value: unknown) => value !== undefined && value !== mask && value !== '';
  if (!member) return object[field] && !isWritten(sent[field]) ? [field] : [];
  const entries = (object[field] ?? []) as Object_[];
  const written = sent[field] as Object_[] | undefined;
  return entries.flatMap((entry, index) =>
    entry[member] && !isWritten(written?.[index]?.[member]) ? [`${field}[${index}].${member}`] : [],
  );
}

/**
 * Nobody is shown a stored secret, and so nobody has it sent to another place than its writer meant: whoever changes where it
 * goes writes it anew (S12). The answer of a server of one's own would tell it otherwise.
 */
export function refuseMoved(kind: Kind, sent: Object_, object: Object_, before: Object_): void {
  const moved = secretsOf(kind).filter(({ sentTo }) => sentTo.some((name) => !isSame(object[name], before[name])));
  const problems = moved
    .flatMap((path) => unwritten(path, sent, object))
    .map((field): FieldProblem => ({ field, code: 'mask-moved' }));
  if (problems.length > 0) throw invalid(problems);
}
