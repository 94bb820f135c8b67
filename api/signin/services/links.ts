import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { type User, user as userKind } from '@doorwright/crds/kinds/user.ts';
import { appIdPropertyOf, linkFieldOf, linkPrefixOf, linkPropertyOf } from '@doorwright/crds/providers/links.ts';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import { Refusal } from '../../core/errors.ts';
import type { DbRow } from '../../core/objects/storage/rows.ts';
import type { Sql } from '../../db/knex.ts';
import type { Profile } from '../../providers/oauth/sign-in-service.ts';
import type { AccountDeps } from '../place/deps.ts';

const users = tableName(userKind);

/** An account at a service. */
export interface Account {
  provider: Provider;
  profile: Profile;
}

/** The names of an account in refusals. */
export const namesOf = ({ provider, profile }: Account) => ({
  type: provider.type,
  username: profile.username || profile.id,
  displayName: profile.displayName,
});

/**
 * The provider that a link belongs to. An issuer of SAML is a text that a second provider may have too, with keys of somebody else. OpenID Connect
 * proves its issuer by the address.
 */
const boundTo = ({ category, name }: Provider): string => (category === 'SAML' ? name : '');

/** The user's ID at the app that proved them. */
const atAppOf = ({ provider: { type }, profile: { atApp } }: Account): Record<string, string> =>
  atApp ? { [appIdPropertyOf(type, atApp.app)]: atApp.id.slice(0, 500) } : {};

/** The properties of a link, and the id in its field. Empty values leave no property. */
export function linkOf(account: Account) {
  const { provider, profile } = account;
  const { type } = provider;
  const { id, username, displayName, email, avatar, issuer } = profile;
  const told = { id, username, displayName, email, avatarUrl: avatar, issuer, provider: boundTo(provider) };
  const properties = Object.entries(told).flatMap(([name, value]) =>
    value ? [[linkPropertyOf(type, name as keyof typeof told), value.slice(0, 500)] as const] : [],
  );
  return { field: linkFieldOf(type), id, properties: { ...Object.fromEntries(properties), ...atAppOf(account) } };
}

/** Until the transaction ends, nobody else links this account in the organization. */
export const lockAccount = (sql: Sql, organization: string, { provider, profile }: Account) =>
  sql.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [
    JSON.stringify(['link', organization, linkFieldOf(provider.type), profile.issuer, boundTo(provider), profile.id]),
  ]);

/**
 * The user who linked an account. For a service at an address of one's own, the issuer counts too: another one may give the same id to
 * somebody else. A link by SAML also belongs to its provider. If an administrator gave the account to two users, the older one has
 * it.
 */
export async function linkedUser(
  sql: Sql,
  store: AccountDeps['store'],
  organization: string,
  account: Account,
): Promise<User | undefined> {
  const { field, id } = linkOf(account);
  const { rows } = await sql.raw<{ rows: DbRow[] }>(
    `SELECT * FROM ${users} WHERE owner = :organization AND :field: = :id AND :field: <> ''
        AND coalesce(properties ->> :property, '') = :issuer
        AND coalesce(properties ->> :bound, '') = :provider AND NOT is_deleted
      ORDER BY created_time LIMIT 1`,
    {
      organization,
      field,
      id,
      property: linkPropertyOf(account.provider.type, 'issuer'),
      issuer: account.profile.issuer.slice(0, 500),
      bound: linkPropertyOf(account.provider.type, 'provider'),
      provider: boundTo(account.provider),
    },
  );
  return rows[0] && (store('user').fromRow(rows[0]) as unknown as User);
}

/** What a link adds to a user who lacks it: a display name, and a picture instead of the organization's. */
function completed(user: User, { profile }: Account) {
  return {
    ...(!user.displayName && profile.displayName && { display_name: profile.displayName.slice(0, 100) }),
    ...((!user.avatar || user.isDefaultAvatar) &&
      isPicture(profile.avatar) && { avatar: profile.avatar, is_default_avatar: false }),
  };
}

export const isPicture = (address: string): boolean =>
  address.length <= 500 && /^https?:$/.test(URL.parse(address)?.protocol ?? '');

/**
 * Links an account to a user, in the transaction of the proof. No other user may have this account, and the user may have no other
 * account of the type.
 */
export async function link(
  sql: Sql,
  { store }: Pick<AccountDeps, 'store'>,
  user: User,
  account: Account,
): Promise<void> {
  await lockAccount(sql, user.owner, account);
  const holder = await linkedUser(sql, store, user.owner, account);
  if (holder && holder.name !== user.name)
    throw new Refusal('provider-linked-elsewhere', { ...namesOf(account), name: holder.name });
  const current = (await store('user').find(sql, user.owner, user.name, 'forNoKeyUpdate')) as unknown as User;
  const { field, id, properties } = linkOf(account);
  if (!holder && current[field]) throw new Refusal('provider-other-linked', { type: account.provider.type });
  await changeUser(sql, current, {
    ...completed(current, account),
    [field]: id,
    properties: { ...withoutLink(current, account.provider.type), ...properties },
  });
}

/** What a sign-in adds to a link: another app of the service knows the user by another ID. Undefined if it is known. */
export function newAtApp(user: User, account: Account): ((sql: Sql) => Promise<void>) | undefined {
  const told = Object.entries(atAppOf(account)).filter(([name, id]) => user.properties[name] !== id);
  if (told.length === 0) return undefined;
  return async (sql) => {
    const added = JSON.stringify(Object.fromEntries(told));
    await sql(users)
      .where({ owner: user.owner, name: user.name })
      .update({ properties: sql.raw('properties || CAST(? AS jsonb)', [added]), version: sql.raw('version + 1') });
    announceWhenCommitted(sql, 'user', `${user.owner}/${user.name}`);
  };
}

/** The properties of a user without those of a link. */
const withoutLink = ({ properties }: User, type: string) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !name.startsWith(linkPrefixOf(type))));

export async function unlink(sql: Sql, user: User, type: string): Promise<void> {
  const union = linkFieldOf(type) === 'wechat' && { union_id: '' };
  await changeUser(sql, user, { [linkFieldOf(type)]: '', ...union, properties: withoutLink(user, type) });
}

async function changeUser(
  sql: Sql,
  { owner, name }: User,
  { properties, ...columns }: Record<string, unknown> & { properties: Record<string, string> },
): Promise<void> {
  await sql(users)
    .where({ owner, name })
    .update({ ...columns, properties: JSON.stringify(properties), version: sql.raw('version + 1') });
  announceWhenCommitted(sql, 'user', `${owner}/${name}`);
}
