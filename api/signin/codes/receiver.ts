import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { type User, user } from '@doorwright/crds/kinds/user.ts';
import { isSignUpOpen } from '@doorwright/crds/options/sign-up-door.ts';
import { isEmail, isPhone, plainEmail } from '@doorwright/crds/values/written-forms.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { findByContact, findUser, type UserPlace } from '../../kinds/user/find-user.ts';
import { isSameIgnoringCase } from '../../kinds/user/normalize-login.ts';
import { nationalNumber, phoneSpellings } from '../../kinds/user/phone-spellings.ts';
import { type ContactType, masks } from '../place/contacts.ts';
import type { Place } from '../place/place.ts';
import type { PortalDeps } from '../place/portal-deps.ts';
import { refuseClosedRecovery } from '../place/refuse-closed-recovery.ts';
import type { Claim, CodePurpose } from './claim.ts';

export interface Asked {
  type: ContactType;
  /** The destination: an address, or the masked one that the page showed. */
  dest: string;
  /** The user, where the page asked for them before. */
  checkUser: string;
  /** The purpose of the code. Clients of Casdoor 2022 do not send it. */
  purpose: CodePurpose | undefined;
}

/** Says whether a user may use a code. Everybody else gets the same answers as a missing user (S25). */
export const mayRecover = (user: User | undefined): user is User =>
  user !== undefined && !user.isForbidden && !user.isDeleted && !user.ldap;

/** No user can have a longer address. */
const emailLength = user.schema.shape.email.unwrap().maxLength ?? 0;

/**
 * The address in the form in which it is stored: a number without blanks and prefix, an email with its host in
 * lower case.
 */
export const contactMeant = (
  type: ContactType,
  text: string,
  { phonePrefix }: Pick<Organization, 'phonePrefix'>,
): string => (type === 'phone' ? nationalNumber(text, phonePrefix) : plainEmail(text.trim()));

export function checkContact(
  type: ContactType,
  contact: string,
  { phonePrefix }: Pick<Organization, 'phonePrefix'>,
): void {
  if (type === 'email' && !(isEmail(contact) && contact.length <= emailLength)) throw new Refusal('email-invalid');
  if (type === 'phone' && !isPhone(contact, phonePrefix)) throw new Refusal('phone-invalid');
}

/** The user of an address, if they may use a code. */
export async function userOfContact(
  { db, store }: Pick<PortalDeps, 'db' | 'store'>,
  place: UserPlace,
  type: ContactType,
  contact: string,
): Promise<User | undefined> {
  const found = await findByContact(db, store('user'), { ...place, type, contact });
  return mayRecover(found) ? found : undefined;
}

/**
 * The address as its owner wrote it, never as the request wrote it. For some mail servers the two belong to
 * different people (S26).
 */
export const addressed = (
  type: ContactType,
  contact: string,
  user: User | undefined,
): Required<Pick<Claim, 'destination' | 'asked'>> => ({ destination: user?.[type] || contact, asked: [contact] });

/** The user who recovers their account, and the address that the request means. Both are empty for a missing user. */
export async function recovering(
  { db, store }: Pick<PortalDeps, 'db' | 'store'>,
  { name: organization, phonePrefix }: Pick<Organization, 'name' | 'phonePrefix'>,
  { type, dest, checkUser }: Pick<Asked, 'type' | 'dest' | 'checkUser'>,
): Promise<Required<Pick<Claim, 'user' | 'destination' | 'asked'>>> {
  const found = await findUser(db, store('user'), { organization, phonePrefix, username: checkUser });
  const destination = mayRecover(found) ? contactOf(found, { type, dest, checkUser }, phonePrefix) : '';
  const asked = ['forget', type, checkUser, dest];
  return { user: (destination && found?.name) || '', destination, asked };
}

/**
 * Says whether the request means this contact: by its full text, by its masked text, or by a user name that reads
 * as an address.
 */
function contactOf(
  user: User,
  { type, dest, checkUser }: Pick<Asked, 'type' | 'dest' | 'checkUser'>,
  phonePrefix: string,
): string {
  const contact = user[type];
  const isMeant =
    isSameIgnoringCase(plainEmail(dest), plainEmail(contact)) ||
    (type === 'phone' && phoneSpellings(dest, phonePrefix).includes(contact));
  if (contact && (isMeant || dest === masks[type](contact))) return contact;
  return dest === checkUser && isSameIgnoringCase(user.name, checkUser) ? contact || user.email || user.phone : '';
}

/** The user of a code, and its destination. */
export async function receiverOf(
  deps: PortalDeps,
  { application, organization }: Place,
  asked: Asked,
  { caller }: RequestContext,
): Promise<Claim> {
  const { type, checkUser } = asked;
  const dest = contactMeant(type, asked.dest, organization);
  const { name, phonePrefix } = organization;
  const claimed = (purpose: CodePurpose, user: string): Claim => ({
    organization: name,
    application: application.name,
    purpose,
    destination: dest,
    user,
  });

  if (asked.purpose === 'forget' || (!asked.purpose && checkUser && checkUser !== 'true')) {
    refuseClosedRecovery(application);
    return { ...claimed('forget', ''), ...(await recovering(deps, organization, asked)) };
  }
  checkContact(type, dest, organization);
  if (asked.purpose === 'reset' || (!asked.purpose && !checkUser && caller.type === 'user')) {
    if (caller.type !== 'user') throw new Refusal('sign-in-first');
    return { ...claimed('reset', caller.name), organization: caller.owner, application: '' };
  }
  const found =
    asked.purpose === 'signup' ? undefined : await userOfContact(deps, { organization: name, phonePrefix }, type, dest);
  const isSignup = asked.purpose === 'signup' || (!asked.purpose && !checkUser && !found && isSignUpOpen(application));
  if (!isSignup) return { ...claimed('login', found?.name ?? ''), ...addressed(type, dest, found) };
  if (!isSignUpOpen(application)) throw new Refusal('signup-closed');
  return claimed('signup', '');
}
