import { isImpersonated, isUser, platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { checkApplicationToken, checkRights, checkRightsOver } from '../../core/objects/rules/check-rights.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';
import { deleteConsent } from './consents.ts';
import { digestOf } from './digest-of.ts';
import { revokeGrant } from './revoke-grant.ts';

/** Shorter tokens could be guessed. Generated ones have 43 characters. */
const shortest = 32;

const unknown = (name: string) =>
  new Refusal(
    'unknown-reference',
    {},
    { fields: [{ field: 'user', code: 'no-such-object', params: { kind: 'user', name } }] },
  );

/**
 * Casdoor's console writes the user `admin` of `built-in` into each new token. If no such user exists, the token
 * has no user.
 */
const placeholderUser = 'admin';

async function withMeantUser(draft: Draft, { sql, store }: Work): Promise<Draft> {
  const { user, organization } = draft;
  if (user !== placeholderUser || (await store('user').find(sql, String(organization), placeholderUser))) return draft;
  return { ...draft, user: '' };
}

/** A token acts as its user, so its writer needs all of that user's rights (S18). */
async function checkUser(draft: Draft, work: Work): Promise<void> {
  const organization = String(draft.organization);
  const name = String(draft.user);
  if (name.startsWith('app/')) {
    const application = await work.store('application').find(work.sql, 'admin', name.slice('app/'.length));
    return checkApplicationToken(String(application?.organization ?? platform), work);
  }
  if (!name) return;
  // Without this check, a user created later could get the name of the token. The lock prevents a deletion
  // meanwhile.
  const user = await work.store('user').find(work.sql, organization, name, 'forNoKeyUpdate');
  if (!user) throw unknown(name);
  checkRights(user as Draft, user as Draft, work);
}

/** A token outlives the session and a new master password, so a session with a master password writes none (S17). */
function refuseImpersonated({ caller }: Work): void {
  if (isImpersonated(caller))
    throw new Refusal('impersonated', {}, { fields: [{ field: 'accessToken', code: 'not-changeable' }] });
}

/** The present user of a token, whose administrator alone changes or deletes it. */
async function checkHolder({ organization, user }: Draft, work: Work): Promise<Draft | undefined> {
  const holder = (await work.store('user').find(work.sql, String(organization), String(user))) as Draft | undefined;
  const { caller } = work;
  if (holder && !isUser(caller, holder.owner, String(holder.name))) checkRightsOver(holder, work);
  return holder;
}

/**
 * What the writer of a token proved. With less than the platform demands later, the token loses the rights over all organizations. The secret
 * of an application is no sign-in, so its tokens keep them.
 */
function withProof(draft: Draft, before: Draft | undefined, { caller }: Work): Draft {
  const judged = ['accessToken', 'application', 'organization', 'user'];
  if (before && judged.every((field) => draft[field] === before[field])) return draft;
  const written = caller.type === 'user' ? caller.proved : undefined;
  return { ...draft, details: JSON.stringify({ ...JSON.parse(String(draft.details || '{}')), written }) };
}

async function withDigest(draft: Draft, before: Draft | undefined, work: Work): Promise<Draft> {
  refuseImpersonated(work);
  if (before) await checkHolder(before, work);
  const token = String(draft.accessToken);
  await checkUser(draft, work);
  const proven = withProof(draft, before, work);
  if (token === before?.accessToken) return proven;
  if (token && token.length < shortest)
    throw invalid([{ field: 'accessToken', code: 'too-short', params: { min: shortest } }]);
  return { ...proven, accessTokenDigest: token && digestOf(token) };
}

/** Deleting a token revokes its grant and the user's consent to the application. */
async function revoke(token: Draft, work: Work): Promise<void> {
  const { sql, store } = work;
  const { application, grantId } = token;
  const holder = await checkHolder(token, work);
  await revokeGrant(sql, String(grantId));
  const client = await store('application').find(sql, 'admin', String(application));
  if (holder && client) await deleteConsent(sql, { accountId: String(holder.id), clientId: String(client.clientId) });
}

export const tokenHooks: Hooks = {
  beforeAdd: async (draft, work) => withDigest(await withMeantUser(draft, work), undefined, work),
  beforeUpdate: withDigest,
  beforeRemove: revoke,
};
