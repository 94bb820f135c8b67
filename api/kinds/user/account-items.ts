import { user } from '@doorwright/crds/kinds/user.ts';
import { type AccountItem, impliedAccountItems } from '@doorwright/crds/options/account-items.ts';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { administers, type Caller, isUser } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { emptyOf, isSame } from '../../core/objects/rules/empty-value.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import { unlessOwed } from '../../core/owed-proof.ts';

/** The relation of a caller to a user whose fields they read or change. */
type Relation = 'stranger' | 'self' | 'administrator';

export function relationTo(caller: Caller, { owner, name }: Draft): Relation {
  if (administers(caller, owner)) return 'administrator';
  return isUser(caller, owner, String(name)) ? 'self' : 'stranger';
}

const itemOfCommon: Record<string, AccountItem['name']> = { owner: 'Organization', name: 'Name' };

/** Fields that identify the user. An answer without them would make no sense. */
const always = new Set(['owner', 'name', 'createdTime', 'version']);

/** Personal fields without an account item of their own. The user and their administrators may see them. */
const personal = new Set([
  'idCard',
  'idCardType',
  'gender',
  'emailVerified',
  'phoneVerified',
  'ldap',
  'createdIp',
  'updatedTime',
  'lastSigninTime',
  'lastSigninIp',
]);

/** The subject of tokens contains the user's id, so users may always see their own. */
const ownSubject = 'id';

/** Only a code that is sent to the new address proves that it belongs to the user (S29). */
const provenByCode = new Set(['email', 'phone']);

/** Values from a service or an authenticator, which users can only remove (S30, S31). */
const setByOthers = new Set<string>(['3rd-party logins', 'WebAuthn credentials']);

/** Tells whether the change only removes entries. */
const isRemovalOnly = (value: unknown, before: unknown): boolean =>
  Array.isArray(value)
    ? value.every((entry) => (before as unknown[]).some((each) => isSame(each, entry)))
    : isSame(value, '');

const itemName = (field: FieldDescription) => itemOfCommon[field.name] ?? (field.accountItem as AccountItem['name']);

type Rule = Pick<AccountItem, 'viewRule' | 'modifyRule'>;

/** Only administrators may use an item that the organization does not list or show. */
const administratorsOnly = { viewRule: 'Admin', modifyRule: 'Admin' } as const;

function ruleOf(field: FieldDescription, items: readonly AccountItem[]): Rule {
  const isAbout = ({ name }: AccountItem) => name === itemName(field);
  const item = items.find(isAbout) ?? impliedAccountItems(items).find(isAbout);
  return item?.visible ? item : administratorsOnly;
}

function maySee(relation: Relation, field: FieldDescription, items: readonly AccountItem[]): boolean {
  if (relation === 'administrator' || always.has(field.name)) return true;
  if (relation === 'self' && field.name === ownSubject) return true;
  if (personal.has(field.name)) return relation === 'self';
  const { viewRule } = ruleOf(field, items);
  return viewRule === 'Public' || (viewRule === 'Self' && relation === 'self');
}

function mayChange(relation: Relation, field: FieldDescription, items: readonly AccountItem[]): boolean {
  const { modifyRule } = ruleOf(field, items);
  if (modifyRule === 'Immutable') return false;
  return relation === 'administrator' || (modifyRule === 'Self' && !provenByCode.has(field.name));
}

/** Says whether a user or their administrator may change an account item, by the rules of the organization. */
export function mayChangeItem(
  relation: 'administrator' | 'self',
  name: AccountItem['name'],
  items: readonly AccountItem[],
): boolean {
  const item = items.find((each) => each.name === name && each.visible) ?? administratorsOnly;
  return item.modifyRule !== 'Immutable' && (relation === 'administrator' || item.modifyRule === 'Self');
}

/** An account item as a user sees it on their own page. */
export interface ItemOnPage {
  name: AccountItem['name'];
  mayChange: boolean;
  fields: string[];
}

/** The items that users see on their own page, in the order of the organization. */
export function itemsOnPage(relation: 'administrator' | 'self', items: readonly AccountItem[]): ItemOnPage[] {
  const isSeen = ({ visible, viewRule }: AccountItem) =>
    visible && (relation === 'administrator' || viewRule !== 'Admin');
  return [...items, ...impliedAccountItems(items)].filter(isSeen).map(({ name, modifyRule }) => ({
    name,
    mayChange: modifyRule !== 'Immutable' && (relation === 'administrator' || modifyRule === 'Self'),
    fields: fieldsOf(user)
      .filter((field) => itemName(field) === name)
      .map((field) => field.name),
  }));
}

/**
 * The users that a caller may look up by a field: all, only themselves, or none. Otherwise the time of the answer
 * would reveal hidden values (S25).
 */
export function mayFindBy(
  caller: Caller,
  owner: string,
  name: string,
  items: readonly AccountItem[],
): 'all' | 'self' | 'none' {
  const field = fieldsOf(user).find((each) => each.name === name) as FieldDescription;
  if (maySee(administers(caller, owner) ? 'administrator' : 'stranger', field, items)) return 'all';
  return caller.type === 'user' && caller.owner === owner && maySee('self', field, items) ? 'self' : 'none';
}

/** The fields that an organization's users see of themselves. */
export const fieldsSeenBySelf = (items: readonly AccountItem[]): FieldDescription[] =>
  fieldsOf(user).filter((field) => maySee('self', field, items));

/** The fields of a user that the caller may see. The others are empty. */
export function visiblePart<T extends Record<string, unknown>>(
  shown: T,
  relation: Relation,
  items: readonly AccountItem[],
): T {
  const hidden = fieldsOf(user).filter((field) => !maySee(relation, field, items));
  const empty = hidden.map((field) => [field.name, field.computed ? null : emptyOf[field.type]]);
  return { ...shown, ...Object.fromEntries(empty) };
}

/**
 * Refuses changes that the organization's rules forbid. Clients send back whole objects, in which hidden fields
 * are empty. An empty hidden field is no change and keeps its value.
 */
export function allowedChanges(draft: Draft, before: Draft, caller: Caller, items: readonly AccountItem[]): Draft {
  const relation = relationTo(caller, before);
  const changed = fieldsOf(user).filter(
    (field) => !field.computed && !field.serverSet && !isSame(draft[field.name], before[field.name]),
  );
  const unseen = changed.filter(
    (field) => !maySee(relation, field, items) && isSame(draft[field.name], emptyOf[field.type]),
  );
  const isPermitted = (field: FieldDescription) =>
    mayChange(relation, field, items) &&
    (relation === 'administrator' ||
      !setByOthers.has(itemName(field)) ||
      isRemovalOnly(draft[field.name], before[field.name]));
  const refused = changed.filter((field) => field.name !== 'version' && !unseen.includes(field) && !isPermitted(field));
  if (refused.length > 0) {
    const refusal = new Refusal(
      'field-rule',
      { field: refused.map((field) => field.title).join(', ') },
      { fields: refused.map(({ name }) => ({ field: name, code: 'not-changeable' })) },
    );
    throw relation === 'administrator' ? refusal : unlessOwed(caller, refusal);
  }
  return { ...draft, ...Object.fromEntries(unseen.map(({ name }) => [name, before[name]])) };
}
