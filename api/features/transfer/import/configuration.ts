import type { Kind } from '@doorwright/crds';
import { secretsOf } from '@doorwright/crds/derive/paths.ts';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import type { ImportedObject, ImportProblem, ImportResult } from '@doorwright/crds/options/imported.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { platform } from '../../../core/callers.ts';
import { type FieldProblem, Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { isBuiltIn } from '../../../core/objects/pass/write-steps.ts';
import { checkReferences } from '../../../core/objects/references/references.ts';
import { differingFields } from '../../../core/objects/rules/differing-fields.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { translateConflict } from '../../../core/objects/storage/conflicts.ts';
import { tenantField, tenantOf } from '../../../core/objects/storage/store.ts';
import type { TransferDeps } from '../deps.ts';
import { importExtra } from './extras.ts';
import { added, found, refused, toldProblem, toldProblems } from './results.ts';
import { inSavepoint } from './savepoint.ts';
import { type Fields, serverValues, takenFields } from './taken-fields.ts';
import { withoutWrong } from './without-wrong.ts';

const pick = (object: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, object[name]]));

/** What an import never touches: the organization of global administrators, and objects that every installation has. */
function forbidden(kind: Kind, fields: Fields): FieldProblem[] {
  const tenant = tenantField(kind);
  const id = { owner: String(fields.owner), key: String(fields[kind.key]) };
  if (isBuiltIn(kind, id)) return [{ field: kind.key, code: 'reserved' }];
  if (!tenant || tenant === kind.key) return [];
  if (fields[tenant] === platform) return [{ field: tenant, code: 'reserved' }];
  return fields[tenant] ? [] : [{ field: tenant, code: 'empty' }];
}

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

/** Imports objects of configuration. An object that is there stays as it is. */
export function createConfigurationImport({ objects, hooks, registry }: TransferDeps) {
  const { parsedNew, insert } = objects.steps;

  /** Adds the object, or judges a known one by the same rules, which ends in nothing. */
  async function attempt({ kind, context, before, values }: Trying, fields: Fields, work: Work): Promise<Draft> {
    const parsed = parsedNew(kind, context, { ...kind.declared?.starts, ...fields });
    if (!before) return insert(kind, context, { ...parsed, ...values } as Draft, work);
    const sent = { ...before, ...pick(parsed, Object.keys(fields)) } as Draft;
    const next = (await hooks[kind.name]?.beforeAdd?.(sent, work)) ?? sent;
    await checkReferences(work.sql, registry, { kind, object: next, caller: context.caller });
    // A hook made another digest of a password. The sent one is compared with the stored digest.
    return { ...next, ...pick(sent, digestsOf(kind)), ...values } as Draft;
  }

  /** Tries until only good values are left. Undefined if the object is refused. */
  async function made(trying: Trying, sent: Fields, problems: ImportProblem[], work: Work) {
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
  }

  /** Records of a deleted organization stand under its name. An earlier begin would show them to the new one. */
  async function hadAnother(kind: Kind, name: string, { sql }: Work): Promise<boolean> {
    return kind.tenant === 'itself' && Boolean(await sql(tableName(record)).where({ owner: name }).first('name'));
  }

  async function importOne(
    object: ImportedObject,
    context: RequestContext,
    work: Work,
    isAgain = false,
  ): Promise<ImportResult> {
    const kind = registry.named(object.kind);
    const { fields: taken, problems: lost } = takenFields(kind, object);
    const sent: Fields = { ...(kind.owner === 'admin' && { owner: 'admin' }), ...taken };
    const { values: all, problems: late } = serverValues(kind, sent, work.now);
    const problems = [...lost, ...late].map(toldProblem);
    const not = forbidden(kind, sent);
    if (not.length > 0) return refused([...problems, ...not.map(toldProblem)]);
    const [owner, key] = [String(sent.owner), String(sent[kind.key])];
    const before = (await work.store(kind.name).find(work.sql, owner, key)) as Draft | undefined;
    if (before && tenantOf(kind, before) !== tenantOf(kind, sent))
      return refused([...problems, toldProblem({ field: kind.key, code: 'taken' })]);
    const { createdTime, ...others } = all;
    const isLate = !before && createdTime !== undefined && (await hadAnother(kind, key, work));
    if (isLate) problems.push(toldProblem({ field: 'createdTime', code: 'not-imported' }));
    const values = isLate ? others : all;
    const outcome = await made({ kind, context, before, values }, sent, problems, work);
    // Another request made the object meanwhile, so it is compared now.
    const isLateToo = !before && !isAgain && problems.at(-1)?.code === 'duplicate';
    if (!outcome) return isLateToo ? importOne(object, context, work, true) : refused(problems);
    const extra = await importExtra({ kind, object, stored: before ?? outcome.object, isNew: !before }, context, work);
    problems.push(...extra.problems.map(toldProblem));
    if (!before) return added(problems);
    const names = [...Object.keys(outcome.fields).filter((name) => name !== 'createdTime'), ...Object.keys(values)];
    const differs = await differingFields(kind, { before, wanted: outcome.object, names }, hooks[kind.name] ?? {});
    return found(problems, [...differs, ...extra.differs].sort());
  }

  return importOne;
}
