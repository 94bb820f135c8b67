import type { Kind } from '@doorwright/crds';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import type { ImportedObject, ImportResult } from '@doorwright/crds/options/imported.ts';
import { platform } from '../../../core/callers.ts';
import type { FieldProblem } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { isBuiltIn } from '../../../core/objects/pass/write-steps.ts';
import { differingFields } from '../../../core/objects/rules/differing-fields.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { tenantField, tenantOf } from '../../../core/objects/storage/store.ts';
import type { TransferDeps } from '../deps.ts';
import { importExtra } from './extras.ts';
import { createJudgeAndAdd } from './judge-and-add.ts';
import { added, found, refused, toldProblem } from './results.ts';
import { type Fields, serverValues, takenFields } from './taken-fields.ts';

/** What an import never touches: the organization of global administrators, and objects that every installation has. */
function forbidden(kind: Kind, fields: Fields): FieldProblem[] {
  const tenant = tenantField(kind);
  const id = { owner: String(fields.owner), key: String(fields[kind.key]) };
  if (isBuiltIn(kind, id)) return [{ field: kind.key, code: 'reserved' }];
  if (!tenant || tenant === kind.key) return [];
  if (fields[tenant] === platform) return [{ field: tenant, code: 'reserved' }];
  return fields[tenant] ? [] : [{ field: tenant, code: 'empty' }];
}

/** Imports objects of configuration. An object that is there stays as it is. */
export function createConfigurationImport(deps: TransferDeps) {
  const { hooks, registry } = deps;
  const judgeAndAdd = createJudgeAndAdd(deps);

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
    const outcome = await judgeAndAdd({ kind, context, before, values }, sent, problems, work);
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
