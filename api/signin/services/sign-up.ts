import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { platform } from '../../core/callers.ts';
import { type ErrorCode, Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';
import { userHooks } from '../../kinds/user/user.ts';
import { limits, spend } from '../locks/limits.ts';
import type { AccountDeps } from '../place/deps.ts';
import { nextId } from '../signup/incremental-id.ts';
import { refuseLookAlikes } from '../signup/look-alikes.ts';
import { ownAddress, parsedNewcomer } from '../signup/newcomer.ts';
import { type Account, linkedUser, lockAccount, namesOf } from './links.ts';
import { anotherName, fieldsFrom } from './new-user.ts';
import type { ProviderItem } from './usable-provider.ts';

interface NewUser {
  application: Application;
  /** The organization that the user joins. */
  organization: Organization;
  item: ProviderItem;
  account: Account;
}

/** Sign-up with a provider needs the permission of the application, of its entry for the provider, and of the provider (S11). */
function refuseClosed({ application, organization: { name }, item, account }: NewUser): void {
  const isOpen = application.enableSignUp && name === application.organization && name !== platform;
  if (!isOpen) throw new Refusal('provider-sign-up-closed', namesOf(account));
  if (!item.canSignUp || !account.provider.enableSignUp)
    throw new Refusal('provider-sign-up-elsewhere', namesOf(account));
}

/** Names that were taken between the search and the insertion are rare, so a few tries suffice. */
const mostTries = 5;

/** Makes the user of an account. Of two requests at once, the second one finds the user of the first. */
export async function signUpWithProvider(deps: AccountDeps, context: RequestContext, wanted: NewUser): Promise<User> {
  refuseClosed(wanted);
  const { db, registry } = deps;
  const { application, organization, account } = wanted;
  await spend(db, [limits.newcomersFrom(context.clientIp)], context.now);
  const { emailVerified, ...fields } = fieldsFrom(account, application, organization);
  const work = { ...deps, sql: db, caller: context.caller, now: context.now };
  const parsed = parsedNewcomer(registry, fields, application, organization, context.now);
  const born = (await userHooks.beforeAdd?.(parsed as Draft, work)) as Draft & User;
  // The fields have a number only with its proof.
  const proofs = { emailVerified: emailVerified === true, phoneVerified: born.phone !== '' };
  let draft = { ...born, ...proofs, createdIp: ownAddress(context) };
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction((sql) => insert(sql, deps, context, { ...wanted, draft }));
    } catch (error) {
      if (tries === mostTries || !(error instanceof Refusal)) throw error;
      if (error.code === 'username-taken') draft = { ...draft, name: anotherName(born.name) };
      else if (error.code === 'phone-taken') draft = { ...draft, phone: '', phoneVerified: false };
      else if (error.code === 'email-taken')
        throw new Refusal('provider-email-taken' satisfies ErrorCode, { ...namesOf(account), email: draft.email });
      else throw error;
    }
  }
}

async function insert(
  sql: Sql,
  { store }: AccountDeps,
  context: RequestContext,
  { application, organization, account, draft }: NewUser & { draft: Draft & User },
): Promise<User> {
  const { name: owner, phonePrefix } = organization;
  await lockAccount(sql, owner, account);
  const found = await linkedUser(sql, store, owner, account);
  if (found) return found;
  const item = (name: string) => application.signupItems.find((each) => each.name === name);
  const id = item('ID')?.rule === 'Incremental' ? await nextId(sql, owner, store) : draft.id;
  const name = item('Username')?.visible ? draft.name : id;
  const displayName = item('Display name')?.visible ? draft.displayName : name;
  const user = {
    ...draft,
    id,
    name,
    displayName,
    // Casdoor 2022 counts its users there, from this provider's on.
    properties: { ...draft.properties, no: String(draft.ranking + 1) },
  };
  await refuseLookAlikes(sql, store('user'), user, phonePrefix);
  const stored = (await store('user').insert(sql, user)) as unknown as User;
  await record(
    { sql },
    { ...context, action: 'signup' },
    {
      organization: owner,
      user: stored,
      object: `user ${owner}/${stored.name}`,
      reason: `provider ${account.provider.name}`,
    },
  );
  return stored;
}
