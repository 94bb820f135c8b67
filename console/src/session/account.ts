import type { Kind, Rule } from '@doorwright/crds';
import { useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { CallError } from '../http/exchange.ts';

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
}

async function readAccount(): Promise<Account | null> {
  try {
    const { data, data2 } = await call<User>('get-account');
    return { ...data, organization: data2 as Organization };
  } catch (error) {
    if (error instanceof CallError && ['sign-in-first', 'session-expired'].includes(error.code)) return null;
    throw error;
  }
}

export const accountQuery = { queryKey: ['account'], queryFn: readAccount, staleTime: 60_000 };

/** Whoever is signed in; null for nobody, undefined while it is not known. */
export const useAccount = () => useQuery(accountQuery).data;

export const isGlobalAdmin = ({ owner, isGlobalAdmin: flagged }: Pick<User, 'owner' | 'isGlobalAdmin'>) =>
  owner === 'built-in' || flagged;

export const isAdministrator = (account: Account) => isGlobalAdmin(account) || account.isAdmin;

/** What the api will grant; it decides, this only keeps away what it would refuse. */
const grants = (rule: Rule | undefined, account: Account): boolean => {
  if (!rule) return false;
  return rule === 'globalAdmin' ? isGlobalAdmin(account) : isAdministrator(account);
};

export const mayList = (kind: Kind, account: Account) => grants(kind.access.list, account);
export const mayAdd = (kind: Kind, account: Account) => grants(kind.access.add, account);
export const mayChange = (kind: Kind, account: Account) => grants(kind.access.update, account);
export const mayDelete = (kind: Kind, account: Account) => grants(kind.access.delete, account);
