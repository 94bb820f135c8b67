import type { Kind } from '@doorwright/crds';
import { mapAt, pathText, type SecretPath, secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { FieldProblem } from '../errors.ts';
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

/** The secrets that would go to another address than before. */
const movedSecrets = (kind: Kind, object: Object_, before: Object_): SecretPath[] =>
  secretsOf(kind).filter(({ sentTo }) => sentTo.some((name) => !isSame(object[name], before[name])));

/**
 * Nobody is shown a stored secret, and so nobody sends it to another place than its writer meant: a change of its address comes
 * with the secret (S12). The answer of a server of one's own would tell it otherwise.
 */
export function refuseMoved(kind: Kind, sent: Object_, object: Object_, before: Object_): void {
  const problems = movedSecrets(kind, object, before)
    .flatMap((path) => unwritten(path, sent, object))
    .map((field): FieldProblem => ({ field, code: 'mask-moved' }));
  if (problems.length > 0) throw invalid(problems);
}

/** A resource that declares a new address without the secret gets the address; the secret of the one before is dropped. */
export function dropMoved(kind: Kind, sent: Object_, before: Object_): { sent: Object_; dropped: string[] } {
  const object = { ...before, ...sent };
  const paths = movedSecrets(kind, object, before).filter((path) => unwritten(path, sent, object).length > 0);
  const kept = Object.fromEntries(paths.map(({ field }) => [field, object[field]]));
  const emptied = (all: Object_, path: SecretPath) =>
    mapAt(all, path, (value) => (path.field in sent && value !== mask ? value : ''));
  return {
    sent: paths.reduce(emptied, { ...kept, ...sent }),
    dropped: paths.map((path) => pathText(path)),
  };
}
