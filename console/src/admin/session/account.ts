import type { Kind, Row, Rule } from '@doorwright/crds';
import { type QueryClient, type QueryFunctionContext, queryOptions, useQuery } from '@tanstack/react-query';
import { isUnsaved } from '../browser/unsaved.ts';
import { call, isSignedOut } from '../http/call.ts';
import { queries } from '../http/queries.ts';
import { tenantField } from '../kinds.ts';

interface User {
  owner: string;
  name: string;
  displayName: string;
  avatar: string;
  isAdmin: boolean;
  isGlobalAdmin: boolean;
}

interface Organization {
  name: string;
  displayName: string;
  favicon: string;
  logo?: string;
  logoDark?: string;
  websiteUrl: string;
  phonePrefix: string;
}

export interface Account extends User {
  organization: Organization;
  /** The session has ended, or belongs to another user (`successor`). The page stays, because it has unsaved changes. */
  hasEnded?: true;
  successor?: string;
}

const isSame = (one: User, other: User) => one.owner === other.owner && one.name === other.name;

/** Reloads the data that was read for the previous user, except for forms with unsaved changes. */
function forgetOthers(client: QueryClient): void {
  client.removeQueries({ type: 'inactive' });
  void client.invalidateQueries({
    predicate: ({ queryKey: [subject, what] }) => subject !== 'account' && what !== 'one',
  });
}

async function readAccount({ client, queryKey }: QueryFunctionContext): Promise<Account | null> {
  const before = client.getQueryData<Account>(queryKey);
  try {
    const { data, data2 } = await call<User>('get-account');
    if (before && !isSame(before, data)) {
      if (isUnsaved()) return { ...before, hasEnded: true, successor: `${data.owner}/${data.name}` };
      forgetOthers(client);
    }
    return { ...data, organization: data2 as Organization };
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    if (!before || !isUnsaved()) return null;
    const { successor: _gone, ...own } = before;
    return { ...own, hasEnded: true };
  }
}

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: readAccount,
  staleTime: 60_000,
  // Another tab can sign in or out.
  refetchOnWindowFocus: 'always',
});

/** What `useAccount` has, for code outside of components. */
export const accountNow = () => queries.getQueryData(accountQuery.queryKey);

/** The signed-in user; null without one, undefined while unknown. */
export const useAccount = () => useQuery(accountQuery).data;

/** `owner/name` of the signed-in user. */
export function useAccountId(): string {
  const account = useAccount();
  return account ? `${account.owner}/${account.name}` : '';
}

export const isGlobalAdmin = ({ owner, isGlobalAdmin: flagged }: Pick<User, 'owner' | 'isGlobalAdmin'>) =>
  owner === 'built-in' || flagged;

export const isAdministrator = (account: Account) => isGlobalAdmin(account) || account.isAdmin;

const administers = (account: Account, organization: unknown) =>
  isGlobalAdmin(account) || (account.isAdmin && account.owner === organization);

/** The user's rights as the api will judge them. The api decides; this hides actions that it would refuse. */
const grants = (rule: Rule | undefined, account: Account): boolean => {
  if (!rule) return false;
  return rule === 'globalAdmin' ? isGlobalAdmin(account) : isAdministrator(account);
};

export const mayList = (kind: Kind, account: Account) => grants(kind.access.list, account);
export const mayAdd = (kind: Kind, account: Account) => grants(kind.access.add, account);
export const mayChange = (kind: Kind, account: Account) => grants(kind.access.update, account);
export const mayDelete = (kind: Kind, account: Account) => grants(kind.access.delete, account);

/**
 * Some kinds have public fields, which every user may read. An editor would show the others as empty, so it needs the right to read
 * all. The user's page handles this itself.
 */
export const mayOpen = (kind: Kind, account: Account, object: Row) =>
  !kind.publicFields || kind.people === true || administers(account, object[tenantField(kind) ?? '']);
