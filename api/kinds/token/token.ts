import { isImpersonated, platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { invalid } from '../../core/objects/input.ts';
import type { Draft, Hooks, Work } from '../../core/objects/kind-hooks.ts';
import { checkApplicationToken, checkRights } from '../../core/objects/rights.ts';
import { takeBackConsent } from './consents.ts';
import { digestOf } from './digest-of.ts';
import { revokeGrant } from './revoke-grant.ts';

/** Shorter ones could be guessed: those we make have 43 characters. */
const shortest = 32;

const unknown = (name: string) =>
  new Refusal(
    'unknown-reference',
    {},
    { fields: [{ field: 'user', code: 'no-such-object', params: { kind: 'user', name } }] },
  );

/** Casdoor's console writes the first administrator of `built-in` into each new token. Where nobody has that name, nobody is meant. */
const usualHolder = 'admin';

async function meantHolder(draft: Draft, { sql, store }: Work): Promise<Draft> {
  const { user, organization } = draft;
  if (user !== usualHolder || (await store('user').find(sql, String(organization), usualHolder))) return draft;
  return { ...draft, user: '' };
}

/** S18: a token acts as somebody, so writing one needs every right that he has. */
async function checkHolder(draft: Draft, work: Work): Promise<void> {
  const organization = String(draft.organization);
  const name = String(draft.user);
  if (name.startsWith('app/')) {
    const application = await work.store('application').find(work.sql, 'admin', name.slice('app/'.length));
    return checkApplicationToken(String(application?.organization ?? platform), work);
  }
  if (!name) return;
  // Whoever comes later under a name that nobody has would be acted as by whom nobody had asked then. The lock keeps him there meanwhile.
  const user = await work.store('user').find(work.sql, organization, name, 'forNoKeyUpdate');
  if (!user) throw unknown(name);
  checkRights(user as Draft, user as Draft, work);
}

/** What somebody writes who came in by a master password says so, as what they are given does (S17). */
function marked(draft: Draft, { caller }: Work): Draft {
  if (!isImpersonated(caller)) return draft;
  const { extra, ...details } = JSON.parse(String(draft.details) || '{}');
  return { ...draft, details: JSON.stringify({ ...details, extra: { ...extra, isImpersonated: true } }) };
}

async function withDigest(draft: Draft, before: Draft | undefined, work: Work): Promise<Draft> {
  const token = String(draft.accessToken);
  await checkHolder(draft, work);
  if (token === before?.accessToken) return marked(draft, work);
  if (token && token.length < shortest)
    throw invalid([{ field: 'accessToken', code: 'too-short', params: { min: shortest } }]);
  return { ...marked(draft, work), accessTokenDigest: token && digestOf(token) };
}

/** Who deletes a token takes back what led to it: its grant, and the consent of its user to the application. */
async function takeBack({ organization, user, application, grantId }: Draft, { sql, store }: Work): Promise<void> {
  await revokeGrant(sql, String(grantId));
  const holder = await store('user').find(sql, String(organization), String(user));
  const client = await store('application').find(sql, 'admin', String(application));
  if (holder && client) await takeBackConsent(sql, { accountId: String(holder.id), clientId: String(client.clientId) });
}

export const tokenHooks: Hooks = {
  beforeAdd: async (draft, work) => withDigest(await meantHolder(draft, work), undefined, work),
  beforeUpdate: withDigest,
  beforeRemove: takeBack,
};
