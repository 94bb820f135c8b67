import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';

export interface DirectoryQuestion {
  organization: Organization;
  /** The user with the typed name, if there is one. */
  user: User | undefined;
  /** The typed name. */
  username: string;
  password: string;
  now: Date;
}

/**
 * The word of an organization's directories about a password. `stored`: no directory knows better than the stored digest. `isAway`: one of
 * them could not be asked. That is the same for every name, so that it reveals nobody (S25).
 */
export type DirectoryVerdict =
  | { is: 'right'; user: User; changes: Readonly<Record<string, unknown>> }
  | { is: 'wrong' | 'stored'; isAway: boolean };

export interface NewDirectoryPassword {
  user: User;
  password: string;
  /** The password that the user proved. Without it, the directory's administrator sets the new one. */
  oldPassword?: string;
  now: Date;
}

/** The directories whose people sign in with the directory's password. */
export interface DirectorySignIn {
  judge(question: DirectoryQuestion): Promise<DirectoryVerdict>;
  /**
   * Sets the password in the directory of a user. Undefined if no directory has it. It refuses with the directory's reasons, or if the
   * directory takes no passwords from here. The columns are those of the stored digest, or empty ones.
   */
  changePassword(change: NewDirectoryPassword): Promise<Readonly<Record<string, unknown>> | undefined>;
}
