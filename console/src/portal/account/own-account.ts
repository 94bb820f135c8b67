import { call } from '../call.ts';
import type { Organization } from '../page.ts';

/** The user as the api shows them on their own page. A field that they may not see is empty. */
export interface OwnUser extends Record<string, unknown> {
  owner: string;
  name: string;
  displayName: string;
  avatar: string;
  email: string;
  phone: string;
  /** Not the password: a mask, if there is one. */
  password: string;
  version: number;
}

/** An account item that the organization shows to the user. */
export interface AccountItem {
  name: string;
  mayChange: boolean;
  /** Fields of the user that belong to it. */
  fields: string[];
}

/** Everything that each section needs. */
export interface OwnAccount {
  user: OwnUser;
  organization: Omit<Organization, 'accountItems'> & {
    defaultAvatar: string;
    enableAccountDeletion: boolean;
    /** A deletion only marks the user as deleted. */
    enableSoftDeletion: boolean;
  };
  items: AccountItem[];
  /** The application whose providers send codes to the user. */
  application: string;
  /** There is something to buy for the user, or they have bought something. */
  meetsSales: boolean;
  /** Support is signed in with the master password, and changes nothing. */
  isImpersonated: boolean;
}

export const readOwnAccount = async (): Promise<OwnAccount> => (await call<OwnAccount>('get-account-page')).data;

/** Says whether the user may change an account item here. */
export const mayChange = ({ items, isImpersonated }: OwnAccount, name: string): boolean =>
  !isImpersonated && items.some((item) => item.name === name && item.mayChange);

export const isShown = ({ items }: OwnAccount, name: string): boolean => items.some((item) => item.name === name);
