import type { User } from '@doorwright/crds/kinds/user.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { checkRights, requireOtherAdministrator } from '../../../core/objects/rules/check-rights.ts';
import { isSame } from '../../../core/objects/rules/empty-value.ts';
import { judgeNew } from '../../../core/objects/rules/input.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { endSignIns } from '../../../kinds/user/end-sign-ins.ts';
import type { SyncDeps } from '../deps.ts';

/** Values that callers cannot set, and a source can. */
const own = ['emailVerified', 'ldap', 'password', 'passwordSalt', 'passwordType', 'passwordChangedTime'] as const;

const pick = (object: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));

/** The user as the model has it, or a refusal with the problems of single fields. */
export function judgedUser({ registry }: SyncDeps, fields: Record<string, unknown>, now: Date): Draft {
  const kind = registry.named('user');
  const { password: _password, ...plain } = fields;
  const judged = judgeNew(kind, plain, now);
  if ('problems' in judged) throw new Refusal('invalid', {}, { fields: judged.problems });
  const createdTime =
    typeof fields.createdTime === 'string' && fields.createdTime ? { createdTime: fields.createdTime } : {};
  return { ...judged.object, ...createdTime, ...pick(fields, own) } as Draft;
}

const settable = (deps: SyncDeps) =>
  fieldsOf(deps.registry.named('user'))
    .filter(({ serverSet, computed }) => !serverSet && !computed)
    .map(({ name }) => name);

/**
 * Gives a user other values, as the rules of users demand: sessions end with a block or another password, and one administrator remains.
 * The account items of the organization are rules for people, so they do not bind a source.
 */
export async function writeUser(
  deps: SyncDeps,
  context: RequestContext,
  work: Work,
  before: User,
  changes: Record<string, unknown>,
): Promise<Draft> {
  const kind = deps.registry.named('user');
  const stored = before as unknown as Draft;
  const next: Draft = {
    ...stored,
    ...('email' in changes && changes.email !== before.email && { emailVerified: false }),
    ...('phone' in changes && changes.phone !== before.phone && { phoneVerified: false }),
    ...('avatar' in changes && changes.avatar !== before.avatar && { isDefaultAvatar: false }),
    ...changes,
  };
  // Only the changed fields are judged: others may be from before a rule.
  const judged = judgedUser(
    deps,
    { owner: before.owner, name: next.name, ...pick(changes, settable(deps)) },
    context.now,
  );
  const draft: Draft = { ...next, ...pick(judged, Object.keys(pick(changes, settable(deps)))) };
  if (isSame(draft, stored)) return stored;
  checkRights(draft, stored, work);
  await requireOtherAdministrator(stored, draft, work);
  const isLockedOut = (draft.isForbidden && !stored.isForbidden) || (draft.isDeleted && !stored.isDeleted);
  if (isLockedOut || draft.password !== stored.password) await endSignIns(stored, work);
  return deps.objects.steps.replace(kind, context, { before: stored, draft }, work);
}
