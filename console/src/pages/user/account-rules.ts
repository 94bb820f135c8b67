import { type FieldDescription, fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { type AccountItem, impliedAccountItems } from '@doorwright/crds/kinds/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';
import { registry } from '../../kinds.ts';
import { type Account, isGlobalAdmin, useAccount } from '../../session/account.ts';

/** How somebody stands to the user whose page he looks at. */
export type Standing = 'stranger' | 'self' | 'administrator';

interface Named {
  owner?: unknown;
  name?: unknown;
}

export const isSelf = (account: Account | null | undefined, { owner, name }: Named) =>
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

/** With the items that hold although the organization does not list them. */
const withImplied = ({ accountItems, ...rules }: Rules): Rules => ({
  ...rules,
  accountItems: [
    ...accountItems,
    ...impliedAccountItems.filter((implied) => !accountItems.some(({ name }) => name === implied.name)),
  ],
});

/** What an organization says of the pages of its users. Everybody may read it. */
export const useRules = (organization: string) =>
  useQuery({
    queryKey: ['organization', 'rules', organization],
    queryFn: async ({ signal }) =>
      withImplied((await call<Rules>('get-organization', { query: { id: `admin/${organization}` }, signal })).data),
    enabled: organization !== '',
    staleTime: 60_000,
  }).data;

export const userFields = fieldsOf(registry.named('user'));

const itemOfCommon: Record<string, AccountItem['name']> = { owner: 'Organization', name: 'Name' };

const itemOf = (field: FieldDescription) => itemOfCommon[field.name] ?? field.accountItem;

/** Only a code that was sent to the new one proves that it is the user's. */
const provenByCode = ['email', 'phone'];

/** The server decides; this keeps away what it would not tell. */
export const maySee = (standing: Standing, { visible, viewRule }: AccountItem) =>
  visible && (standing === 'administrator' || viewRule === 'Public' || (viewRule === 'Self' && standing === 'self'));

/** The items that somebody sees of a user, in the order of the organization. */
export const shownItems = (rules: Rules, standing: Standing) =>
  rules.accountItems.filter((item) => maySee(standing, item));

/** Those of these fields that an item is about. */
export const fieldsOfItem = ({ name }: AccountItem, names: readonly string[]) =>
  names.filter((each) => userFields.some((field) => field.name === each && itemOf(field) === name));

/** Fields that this organization's rules keep from being changed. */
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
