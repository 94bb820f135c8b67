import { user } from '@doorwright/crds/kinds/user.ts';
import { linkFields } from '@doorwright/crds/providers/links.ts';
import type { ImportedObject, Item } from '../contract.ts';
import { type Losses, lossesOf } from '../reading/losses.ts';
import { contactsOf } from './contacts.ts';
import { idOf } from './in-order-of-references.ts';
import { linksOf } from './links.ts';
import { groupsOf, rolesByUser, rolesOf } from './memberships.ts';
import { type Original, textsOf } from './original.ts';
import { passkeysOf } from './passkeys.ts';
import { digestOf } from './passwords.ts';
import { secondFactorsOf } from './second-factors.ts';
import { platform, type Survey } from './survey.ts';
import { type Fields, nameUnread, takeFields } from './take-fields.ts';

const except = [
  ...['password', 'passwordSalt', 'phone', 'isGlobalAdmin', 'signupApplication', 'webauthnCredentials'],
  ...[...linkFields, 'properties'],
  ...['isOnline', 'isDefaultAvatar', 'isDeleted', 'mustChangePassword', 'requireSecondFactor'],
];

/** Counters, addresses and states of Casdoor that end with it. */
const ignored = [
  ...['createdIp', 'lastSigninIp', 'isDefaultAvatar', 'lastChangePasswordTime'],
  ...['hash', 'preHash', 'isOnline', 'roles', 'permissions', 'groups', 'password', 'passwordSalt', 'passwordType'],
  ...['signinWrongTimes', 'lastSigninWrongTime', 'avatarType', 'mfaRememberDeadline', 'preferredMfaType', 'mfaItems'],
];

function nameLost(original: Original, losses: Losses): void {
  if (original.flag('isGlobalAdmin'))
    losses.add('the right to administer all organizations', 'No import gives it. Give it here, if the user needs it.');
  if (original.text('ldap'))
    losses.add(
      'the link to an entry of a directory',
      'Declare the directory as an Ldap. Until then the user cannot sign in with its password.',
    );
}

function signupOf(original: Original, survey: Survey, losses: Losses): Fields {
  const name = original.text('signupApplication');
  if (name === '' || name === 'app-built-in') return {};
  if (survey.isTaken('application', 'admin', name)) return { signupApplication: name };
  losses.add(`sign-up application "${name}"`, 'It was not taken.');
  return {};
}

interface Reading {
  survey: Survey;
  roles: ReadonlyMap<string, readonly Original[]>;
  organizations: ReadonlyMap<string, Original>;
  links: ReturnType<typeof linksOf>;
}

function userItems(original: Original, owner: string, { survey, roles, organizations, links }: Reading): Item[] {
  const [id, there] = [idOf(original), original.text('owner')];
  const name = original.text('name');
  const losses = lossesOf(`user "${id}"`);
  const organization = organizations.get(there);
  const fields = takeFields({ described: user.described, original, losses, except });
  const digest = digestOf({ user: original, organization, hasPlainPasswords: survey.source.hasPlainPasswords, losses });
  const { taken, isRequired } = secondFactorsOf(original, losses);
  const passkeys = passkeysOf(original, losses);
  const own: Fields = {
    ...contactsOf(original, organization),
    ...links(original, losses),
    ...signupOf(original, survey, losses),
    // Newer versions keep the time of the deletion too.
    ...((original.flag('isDeleted') || original.text('deletedTime') !== '') && { isDeleted: true }),
    ...(original.flag('needUpdatePassword') && { mustChangePassword: true }),
    ...(isRequired && { requireSecondFactor: true }),
  };
  const groups = groupsOf(original, owner, survey, losses);
  const names = rolesOf(roles.get(id) ?? [], owner, survey);
  nameLost(original, losses);
  nameUnread(original, losses, ignored);
  const object: ImportedObject = {
    ...{ kind: 'user', from: losses.from, fields: { owner, name, ...fields, ...own } },
    ...(digest && { digest }),
    ...taken,
    ...(passkeys.length > 0 && { passkeys }),
    ...(groups.length > 0 && { groups }),
    ...(names.length > 0 && { roles: names }),
  };
  return [object, ...losses.all];
}

/** The users, read in pages. */
export async function* usersOf(survey: Survey): AsyncIterable<Item> {
  const { all, source, only } = survey;
  const reading = {
    ...{ survey, roles: rolesByUser(survey), links: linksOf(survey) },
    organizations: new Map(all.organization.map((each) => [each.text('name'), each])),
  };
  const named = new Set(all.permission.flatMap((each) => textsOf(each, 'users')));
  for await (const original of source.users()) {
    const [id, name] = [idOf(original), original.text('name')];
    const owner = survey.organizationOf(original.text('owner'));
    const lose = (why: string): Item => {
      survey.leaveOut('user', id);
      return { from: `user "${id}"`, lost: 'the user', why };
    };
    // A million names need much memory, so only those are kept that something asks for.
    const isFree = !owner || !(only || named.has(id)) || survey.claim('user', owner, name);
    if (owner && isFree) yield* userItems(original, owner, reading);
    else if (owner) yield lose(`Another user of "${owner}" has the same name.`);
    else if (original.text('owner') !== platform) yield lose('Their organization does not exist.');
  }
}
