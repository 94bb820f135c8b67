import type { FormSection, Row } from '@doorwright/crds';
import { isGlobalAdmin, useAccount } from '../../session/account.ts';
import { fieldsOfItem, lockedFields, shownItems, useRules, useStanding } from './account-rules.ts';

/** All fields that the page of a user can show. The organization chooses and orders them. */
export const formFields = [
  ...['owner', 'id', 'name', 'displayName', 'firstName', 'lastName', 'avatar', 'type', 'password', 'email', 'phone'],
  ...['region', 'location', 'address', 'affiliation', 'title', 'homepage', 'bio', 'tag', 'signupApplication', 'roles'],
  ...['permissions', 'properties', 'isAdmin', 'isGlobalAdmin', 'isForbidden', 'isDeleted'],
];

export function useUserForm(object: Row): readonly FormSection[] {
  const rules = useRules(String(object.owner));
  const standing = useStanding(object);
  if (!rules) return [];
  const fields = shownItems(rules, standing).flatMap((item) => fieldsOfItem(item, formFields));
  return [{ title: 'User', fields }];
}

export function useUserLocks(object: Row): readonly string[] {
  const rules = useRules(String(object.owner));
  const standing = useStanding(object);
  const account = useAccount();
  if (!rules) return formFields;
  // Users cannot grant a right that they do not have.
  const unheld = account && isGlobalAdmin(account) ? [] : ['isGlobalAdmin'];
  return [...lockedFields(rules, standing), ...unheld];
}
