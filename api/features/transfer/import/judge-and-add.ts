import type { Kind } from '@doorwright/crds';
import { secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { ImportProblem } from '@doorwright/crds/options/imported.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { type FieldProblem, Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { checkReferences } from '../../../core/objects/references/references.ts';
import { parseUpdate } from '../../../core/objects/rules/input.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { refuseMasks } from '../../../core/objects/rules/present.ts';
import { translateConflict } from '../../../core/objects/storage/conflicts.ts';
import type { TransferDeps } from '../deps.ts';
import { toldProblem, toldProblems } from './results.ts';
import { inSavepoint } from './savepoint.ts';
import type { Fields } from './taken-fields.ts';
import { fieldOf, withoutWrong } from './without-wrong.ts';

const pick = (object: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, object[name]]));

/** Somebody else's value is no wrong one that the object could go without. */
const isTaken = ({ code, fields }: Refusal) =>
  code === 'not-unique' || code === 'duplicate' || fields.some((each) => each.code === 'taken');

/** The fields that a refusal is about. Rules for passwords name none. */
function wrongIn(kind: Kind, fields: Fields, { code, params, fields: named }: Refusal): FieldProblem[] {
  if (named.length > 0 || !code.startsWith('password-')) return named;
  const password = fieldsOf(kind).find(({ name, proves, digest }) => proves && digest && name in fields);
  return password ? [{ field: password.name, code, params }] : [];
}

const digestsOf = (kind: Kind): string[] =>
  secretsOf(kind)
    .filter(({ digest, member }) => digest && !member)
    .map(({ field }) => field);

interface Trying {
  kind: Kind;
  context: RequestContext;
  before: Draft | undefined;
  values: Fields;
}

/** Adds objects of configuration without their wrong values, and judges those that are there by the same rules. */
export function createJudgeAndAdd({ objects, hooks, registry }: TransferDeps) {
  const { parsedNew, insert } = objects.steps;

  /** The known object with the sent values, as a write by hand would have it. A fault that it had before is no matter of an import. */
  async function asWritten({ kind, context }: Trying, sent: Draft, fields: Fields, work: Work): Promise<Draft> {
    try {
      const next = (await hooks[kind.name]?.beforeAdd?.(sent, work)) ?? sent;
      await checkReferences(work.sql, registry, { kind, object: next, caller: context.caller });
      // A hook made another digest of a password. The sent one is compared with the stored digest.
      return { ...next, ...pick(sent, digestsOf(kind)) };
    } catch (error) {
      const isAbout = ({ field }: FieldProblem) => fieldOf(field) in fields;
      if (error instanceof Refusal && !wrongIn(kind, fields, error).some(isAbout)) return sent;
      throw error;
    }
  }

  /** Adds the object, or judges a known one by the same rules, which ends in nothing. */
  async function attempt(trying: Trying, fields: Fields, work: Work): Promise<Draft> {
    const { kind, context, before, values } = trying;
    if (!before) {
      const parsed = parsedNew(kind, context, { ...kind.declared?.starts, ...fields });
      return insert(kind, context, { ...parsed, ...values } as Draft, work);
    }
    const sent = parseUpdate(kind, before, fields) as Draft;
    refuseMasks(kind, pick(sent, Object.keys(fields)));
    return { ...(await asWritten(trying, sent, fields, work)), ...values };
  }

  /** Tries until only good values are left. Undefined if the object is refused. */
  return async (trying: Trying, sent: Fields, problems: ImportProblem[], work: Work) => {
    const { kind, before } = trying;
    let fields = sent;
    for (;;) {
      try {
        const step = () => attempt(trying, fields, work);
        return { fields, object: await inSavepoint(work.sql, step, { keeps: !before }) };
      } catch (thrown) {
        const error = translateConflict(kind, thrown);
        if (!(error instanceof Refusal)) throw error;
        const wrong = wrongIn(kind, fields, error);
        const left = wrong.length > 0 && !isTaken(error) ? withoutWrong(kind, fields, wrong) : undefined;
        if (!left) {
          problems.push(...toldProblems(error, error.code === 'duplicate' ? kind.key : ''));
          return undefined;
        }
        problems.push(...wrong.map(toldProblem));
        fields = left;
      }
    }
  };
}
