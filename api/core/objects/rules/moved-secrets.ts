import type { Kind } from '@doorwright/crds';
import { mapAt, pathText, type SecretPath, secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { FieldProblem } from '../../errors.ts';
import { isSame } from './empty-value.ts';
import { invalid } from './input.ts';
import { mask } from './present.ts';

type Object_ = Record<string, unknown>;

/** The paths of a secret's values that keep their stored value, because the caller did not send them. */
function unsentValues({ field, member }: SecretPath, sent: Object_, object: Object_): string[] {
  const isWritten = (value: unknown) => value !== undefined && value !== mask && value !== '';
  if (!member) return object[field] && !isWritten(sent[field]) ? [field] : [];
  const entries = (object[field] ?? []) as Object_[];
  const written = sent[field] as Object_[] | undefined;
  return entries.flatMap((entry, index) =>
    entry[member] && !isWritten(written?.[index]?.[member]) ? [`${field}[${index}].${member}`] : [],
  );
}

/** Secrets whose address differs between the two objects. */
const movedSecrets = (kind: Kind, object: Object_, before: Object_): SecretPath[] =>
  secretsOf(kind).filter(({ sentTo }) =>
    [...sentTo(before), ...sentTo(object)].some((name) => !isSame(object[name], before[name])),
  );

/**
 * Refuses a new address without its secret (S12). Nobody may read a stored secret, so nobody may send it to a
 * server of their own by changing its address.
 */
export function refuseMovedSecrets(kind: Kind, sent: Object_, object: Object_, before: Object_): void {
  const problems = movedSecrets(kind, object, before)
    .flatMap((path) => unsentValues(path, sent, object))
    .map((field): FieldProblem => ({ field, code: 'mask-moved' }));
  if (problems.length > 0) throw invalid(problems);
}

/** Accepts a new address without its secret for a declared object, and drops the stored secret. */
export function dropMovedSecrets(kind: Kind, sent: Object_, before: Object_): { sent: Object_; dropped: string[] } {
  const object = { ...before, ...sent };
  const paths = movedSecrets(kind, object, before).filter((path) => unsentValues(path, sent, object).length > 0);
  const kept = Object.fromEntries(paths.map(({ field }) => [field, object[field]]));
  const emptied = (all: Object_, path: SecretPath) =>
    mapAt(all, path, (value) => (path.field in sent && value !== mask ? value : ''));
  return {
    sent: paths.reduce(emptied, { ...kept, ...sent }),
    dropped: paths.map((path) => pathText(path)),
  };
}
