import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { ErrorCode } from '../../core/errors.ts';

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
 * them could not be asked. That is the same for every name, so that it reveals nobody (S25). `hasExpired`: the password is right, and the
 * directory demands a new one first. `why` is for the record only: the reason of a directory that refuses a person, if it is not the password.
 */
export type DirectoryVerdict =
  | { is: 'right'; user: User; changes: Readonly<Record<string, unknown>>; hasExpired?: boolean }
  | { is: 'wrong' | 'stored'; isAway: boolean; why?: ErrorCode };

export interface NewDirectoryPassword {
  user: User;
  password: string;
  /** The password that the user proved. Without it, the directory's administrator sets the new one. */
  oldPassword?: string;
  now: Date;
}

/** What a directory demands of a new password. A rule that it does not tell is missing. */
export interface DirectoryRules {
  /** The directory, as people know it. */
  source: string;
  /** People can change their password here. */
  takesPasswords: boolean;
  minLength?: number;
  /** Former passwords that may not come back. */
  history?: number;
  /** Seconds between two changes. */
  minAgeSeconds?: number;
  /** Kinds of characters of which some are needed. */
  minClasses?: number;
}

/** The directories whose people sign in with the directory's password. */
export interface DirectorySignIn {
  judge(question: DirectoryQuestion): Promise<DirectoryVerdict>;
  /**
   * Sets the password in the directory of a user. Undefined if no directory has it. It refuses with the directory's reasons, or if the
   * directory takes no passwords from here. The columns are those of the stored digest, or empty ones.
   */
  changePassword(change: NewDirectoryPassword): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** The directory that has the password of a user, without asking it. Undefined if none has it. */
  placeOf(user: User): Promise<Pick<DirectoryRules, 'source' | 'takesPasswords'> | undefined>;
  /** The rules for the next password of a user, before they type it. Undefined if no directory has their password. */
  rulesFor(user: User): Promise<DirectoryRules | undefined>;
}
