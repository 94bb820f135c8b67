import { type AccountItem, impliedAccountItems } from '@doorwright/crds/options/account-items.ts';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';
import { registry } from '../../kinds.ts';
import { type Account, isGlobalAdmin, useAccount } from '../../session/account.ts';

/** The relation of the signed-in user to the user on the page. */
export type Standing = 'stranger' | 'self' | 'administrator';

interface Named {
  owner?: unknown;
  name?: unknown;
}

const isSelf = (account: Account | null | undefined, { owner, name }: Named) =>
  account?.owner === owner && account?.name === name;

export function standingOf(account: Account | null | undefined, user: Named): Standing {
  if (!account) return 'stranger';
  if (isGlobalAdmin(account) || (account.isAdmin && account.owner === user.owner)) return 'administrator';
  return isSelf(account, user) ? 'self' : 'stranger';
}

export const useStanding = (user: Named) => standingOf(useAccount(), user);

interface Rules {
  accountItems: AccountItem[];
  /** An entry can be `value|label`. */
  tags: string[];
}

/** Includes the items that apply even if the organization does not list them. */
const withImplied = ({ accountItems, ...rules }: Rules): Rules => ({
  ...rules,
  accountItems: [...accountItems, ...impliedAccountItems(accountItems)],
});

/** An organization's settings for the pages of its users. They are public. */
export const rulesQuery = (organization: string) =>
  queryOptions({
    queryKey: ['organization', 'rules', organization],
    queryFn: async ({ signal }) =>
      withImplied((await call<Rules>('get-organization', { query: { id: `admin/${organization}` }, signal })).data),
    enabled: organization !== '',
    staleTime: 60_000,
  });

export const useRules = (organization: string) => useQuery(rulesQuery(organization)).data;

export const useRulesPending = (organization: string) => useQuery(rulesQuery(organization)).isLoading;

export const userFields = fieldsOf(registry.named('user'));

const itemOfCommon: Record<string, AccountItem['name']> = { owner: 'Organization', name: 'Name' };

const itemOf = (field: FieldDescription) => itemOfCommon[field.name] ?? field.accountItem;

/** Only a code to the new contact proves that it belongs to the user. */
const provenByCode = ['email', 'phone'];

/** The server decides. This hides the items that it would not send. */
export const maySee = (standing: Standing, { visible, viewRule }: AccountItem) =>
  visible && (standing === 'administrator' || viewRule === 'Public' || (viewRule === 'Self' && standing === 'self'));

/** The visible account items, in the organization's order. */
export const shownItems = (rules: Rules, standing: Standing) =>
  rules.accountItems.filter((item) => maySee(standing, item));

const itemNames = new Map(userFields.map((field) => [field.name, itemOf(field)]));

/** The fields that belong to an item. */
export const fieldsOfItem = ({ name }: AccountItem, names: readonly string[]) =>
  names.filter((each) => itemNames.get(each) === name);

/** The fields that the organization's rules make read-only. */
export function lockedFields(rules: Rules, standing: Standing): string[] {
  return userFields
    .filter((field) => {
      const item = rules.accountItems.find(({ name }) => name === itemOf(field));
      if (item?.modifyRule === 'Immutable' || field.computed) return true;
      if (standing === 'administrator') return false;
      return item?.modifyRule !== 'Self' || provenByCode.includes(field.name);
    })
    .map(({ name }) => name);
}
