import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { alsoImported, type ExportedUser, type ExportedUsers, notImported } from '@doorwright/crds/options/imported.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { Refusal } from '../../../core/errors.ts';
import { type RequestContext, record } from '../../../core/objects/history/records.ts';
import { isSame } from '../../../core/objects/rules/empty-value.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../../core/objects/rules/organization-named.ts';
import { isStorableText } from '../../../http/storable.ts';
import { passkeyFactor } from '../../../kinds/user/passkeys/stored-passkeys.ts';
import { passwordTypeOf } from '../../../kinds/user/passwords/own-password.ts';
import { base32 } from '../../../signin/factors/totp-code.ts';

/** The users of one page. */
const pageSize = 500;

/** The fields with a value that an import takes. */
function fieldsOfUser(user: Draft, { registry }: Work): Record<string, unknown> {
  const also = ['createdTime', ...(alsoImported.user ?? [])];
  const not = ['version', 'password', ...(notImported.user ?? [])];
  const names = fieldsOf(registry.named('user'))
    .filter(({ name, serverSet, computed }) => !computed && (!serverSet || also.includes(name)) && !not.includes(name))
    .filter(({ name, schema }) => !isSame(user[name], schema.default ?? ''))
    .map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, user[name]]));
}

function digestOf(user: User, organization: Organization): Pick<ExportedUser, 'digest'> {
  if (!user.password) return {};
  const passwordType = passwordTypeOf(user, organization);
  // This type has the salt of the organization, unless the user brought another one.
  const passwordSalt = user.passwordSalt || (passwordType === 'salt' ? organization.passwordSalt : '');
  return { digest: { passwordType, password: user.password, passwordSalt } };
}

/** The secrets of the apps with codes, by the name of the user. */
async function appsOf(users: readonly User[], owner: string, { sql, store }: Work): Promise<Map<string, string>> {
  const { table, fromRow } = store('factor');
  const names = users.map(({ name }) => name);
  const rows = await sql(table).where({ owner, type: 'totp' }).whereRaw('"user" = ANY(CAST(? AS text[]))', [names]);
  return new Map(
    rows.map((row) => {
      const { user, secret } = fromRow(row);
      return [String(user), base32(Buffer.from(String(secret), 'base64url'))];
    }),
  );
}

/** The names of the groups or roles of the organization, by the id of a member. */
async function namesByMember(kind: 'group' | 'role', users: readonly User[], { sql, store }: Work) {
  const ids = users.map(({ owner, name }) => `${owner}/${name}`);
  const { rows } = await sql.raw(
    `SELECT member, jsonb_agg(name ORDER BY name) AS names
       FROM "${store(kind).table}", jsonb_array_elements_text(users) AS held(member)
      WHERE owner = ? AND member = ANY(CAST(? AS text[])) GROUP BY member`,
    [users[0]?.owner ?? '', ids],
  );
  const named = new Map<string, string[]>(
    rows.map(({ member, names }: { member: string; names: string[] }) => [member, names]),
  );
  return ({ owner, name }: User): string[] => named.get(`${owner}/${name}`) ?? [];
}

const cursorOf = (name: string) => Buffer.from(name).toString('base64url');

function nameIn(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString();
  if (!isStorableText(name)) throw new Refusal('bad-id', { id: cursor.slice(0, 200) });
  return name;
}

async function usersAfter(owner: string, cursor: string | undefined, { sql, store }: Work): Promise<User[]> {
  const { table, fromRow } = store('user');
  // A secret of somebody who administers the platform would open it.
  const query = sql(table).where({ owner, is_global_admin: false }).orderBy('name').limit(pageSize);
  if (cursor) query.where('name', '>', nameIn(cursor));
  return (await query).map((row) => fromRow(row) as unknown as User);
}

/** A page of an organization's users, with everything that another product needs. It leaves a record there. */
export async function exportUsers(
  context: RequestContext,
  { owner, cursor }: { owner: string; cursor: string | undefined },
  work: Work,
): Promise<ExportedUsers> {
  const organization = await organizationNamed(owner, work);
  if (!organization) throw new Refusal('not-found', { kind: 'Organization', id: owner.slice(0, 100) });
  const users = await usersAfter(owner, cursor, work);
  const [apps, groups, roles] = [
    await appsOf(users, owner, work),
    await namesByMember('group', users, work),
    await namesByMember('role', users, work),
  ];
  const items = users.map((user): ExportedUser => {
    const totp = apps.get(user.name);
    const has = (factor: string) => user.secondFactors.includes(factor);
    return {
      fields: fieldsOfUser(user as unknown as Draft, work),
      ...digestOf(user, organization),
      ...(totp && { totp }),
      groups: groups(user),
      roles: roles(user),
      stays: [
        ...(has('recovery') ? (['recoveryCodes'] as const) : []),
        ...(has(passkeyFactor) ? (['passkeys'] as const) : []),
      ],
    };
  });
  await record(work, context, { organization: owner, object: `${users.length} users` });
  const last = users.length === pageSize ? users.at(-1) : undefined;
  return { items, next: last ? cursorOf(last.name) : null };
}
