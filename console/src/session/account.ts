import type { Kind, Row, Rule } from '@doorwright/crds';
import { type QueryClient, type QueryFunctionContext, queryOptions, useQuery } from '@tanstack/react-query';
import { call, isSignedOut } from '../http/call.ts';
import { tenantField } from '../kinds.ts';
import { isUnsaved } from './unsaved.ts';

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
  websiteUrl: string;
}

export interface Account extends User {
  organization: Organization;
  /** The session is over, or another's by now (`successor`); the page stays for what is not saved on it. */
  hasEnded?: true;
  successor?: string;
}

const isSame = (one: User, other: User) => one.owner === other.owner && one.name === other.name;

/** What was read for somebody else is read anew; what is under one's hands stays. */
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
  // Somebody may have signed in or out in another tab.
  refetchOnWindowFocus: 'always',
});

/** Whoever is signed in; null for nobody, undefined while it is not known. */
export const useAccount = () => useQuery(accountQuery).data;

export const isGlobalAdmin = ({ owner, isGlobalAdmin: flagged }: Pick<User, 'owner' | 'isGlobalAdmin'>) =>
  owner === 'built-in' || flagged;

export const isAdministrator = (account: Account) => isGlobalAdmin(account) || account.isAdmin;

const administers = (account: Account, organization: unknown) =>
  isGlobalAdmin(account) || (account.isAdmin && account.owner === organization);

/** What the api will grant; it decides, this only keeps away what it would refuse. */
const grants = (rule: Rule | undefined, account: Account): boolean => {
  if (!rule) return false;
  return rule === 'globalAdmin' ? isGlobalAdmin(account) : isAdministrator(account);
};

export const mayList = (kind: Kind, account: Account) => grants(kind.access.list, account);
export const mayAdd = (kind: Kind, account: Account) => grants(kind.access.add, account);
export const mayChange = (kind: Kind, account: Account) => grants(kind.access.update, account);
export const mayDelete = (kind: Kind, account: Account) => grants(kind.access.delete, account);

/**
 * Everybody may read the public half of some objects: in an editor the other half would look as if it were empty. People
 * have pages that know who looks at them.
 */
export const mayOpen = (kind: Kind, account: Account, object: Row) =>
  !kind.publicFields || kind.people === true || administers(account, object[tenantField(kind) ?? '']);
