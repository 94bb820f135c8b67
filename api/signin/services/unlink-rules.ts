import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { linkFieldOf } from '@doorwright/crds/providers/links.ts';
import { Refusal } from '../../core/errors.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { whereForOrganization } from '../../core/objects/storage/audience.ts';
import { hasWayIn } from '../../kinds/user/way-in.ts';

type Reads = Pick<Work, 'sql' | 'store'>;

/** A link stays where the application of the user's sign-up says so. A provider that the application no longer lists has no such effect. */
export async function refuseFixed({ sql, store }: Reads, user: User, type: string): Promise<void> {
  const application = (await store('application').find(sql, 'admin', user.signupApplication)) as
    | Application
    | undefined;
  const fixed = application?.providers.filter(({ canUnlink }) => !canUnlink).map(({ name }) => name) ?? [];
  if (fixed.length === 0) return;
  const { table, kind } = store('provider');
  const found = await whereForOrganization(sql(table).where({ owner: 'admin', type }), kind, user.owner)
    .whereIn('name', fixed)
    .first('name');
  if (found) throw new Refusal('link-fixed');
}

/** Refuses a removal after which the user could not sign in any more: no password, code, passkey, directory or other link. */
export async function refuseLastWay(reads: Reads, user: User, type: string): Promise<void> {
  if (!(await hasWayIn(reads, { ...user, [linkFieldOf(type)]: '' }))) throw new Refusal('link-last', { type });
}
