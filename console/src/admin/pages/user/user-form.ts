import type { FormSection, Row } from '@doorwright/crds';
import type { AccountItem } from '@doorwright/crds/options/account-items.ts';
import { registry } from '../../kinds.ts';
import { isGlobalAdmin, useAccount } from '../../session/account.ts';
import { fieldsOfItem, lockedFields, shownItems, useRules, useStanding } from './account-rules.ts';
import { sourcesOf } from './SourceNotes.tsx';

const { form = [] } = registry.named('user');

const formFields = form.flatMap(({ fields }) => fields);

/** The item that decides about a section without fields. The server decides about the others. */
const itemOf: Record<string, AccountItem['name']> = { 'Linked accounts': '3rd-party logins' };

/** The sections with the fields that the organization's account items show, in the order of these items. */
export function useUserForm(object: Row): readonly FormSection[] {
  const rules = useRules(String(object.owner));
  const standing = useStanding(object);
  if (!rules) return [];
  const items = shownItems(rules, standing);
  const isApplied = (title: string) =>
    title in itemOf ? items.some(({ name }) => name === itemOf[title]) : standing === 'administrator';
  // Administrators see them with their sources, below the fields.
  const told = standing === 'administrator' ? ['roles', 'permissions'] : [];
  return form
    .filter(({ title, fields }) => fields.length > 0 || isApplied(title))
    .map((section) => ({
      ...section,
      fields: items.flatMap((item) => fieldsOfItem(item, section.fields)).filter((name) => !told.includes(name)),
    }));
}

export function useUserLocks(object: Row): readonly string[] {
  const rules = useRules(String(object.owner));
  const standing = useStanding(object);
  const account = useAccount();
  if (!rules) return formFields;
  // Users cannot grant a right that they do not have.
  const unheld = account && isGlobalAdmin(account) ? [] : ['isGlobalAdmin'];
  const fromSources = sourcesOf(object).flatMap(({ fields }) => fields);
  return [...lockedFields(rules, standing), ...unheld, ...fromSources];
}
