import type { Ldap } from '@doorwright/crds/kinds/ldap.ts';
import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { MessageParams } from '../../core/message-params.ts';

/** A source of people with its secrets, and the organization that they belong to. */
export type SourceObject = { organization: string } & (
  | { kind: 'syncer'; object: Syncer }
  | { kind: 'ldap'; object: Ldap }
);

/** A problem in words that locales have. */
export interface SourceProblem {
  code: ErrorCode;
  params?: MessageParams;
  /** The field of the source or user that it is about. */
  field?: string;
}

/** A password as a digest of the source. */
export interface PersonDigest {
  passwordType: string;
  password: string;
  passwordSalt: string;
}

/** A person of a source, in the fields of a user. */
export interface Person {
  /** The stable ID in the source: objectGUID, entryUUID, a primary key. Never the name. */
  key: string;
  /** The person in words of the source, such as a DN. */
  label: string;
  /** The fields that the source sets. `name` is a wish: another user may have it. */
  fields: Readonly<Record<string, unknown>>;
  /** Fields whose change alone is a reason to change the user. Without them, all are. */
  compared?: readonly string[];
  /** Names for a new user whose wished name somebody else has. */
  otherNames?: readonly string[];
  /** Names of the groups that the person is in, also through other groups. Undefined if the source has none. */
  groups?: readonly string[];
  digest?: PersonDigest;
  /** Why nobody can take the person. */
  problem?: SourceProblem;
}

/** A group of a source. */
export interface SourceGroup {
  key: string;
  name: string;
  displayName: string;
  /** The name of the group that contains it. */
  parent?: string;
}

/** Where a reading begins: everybody, what changed since a position, or chosen people. */
export interface Reading {
  since?: string;
  keys?: readonly string[];
  signal: AbortSignal;
}

export interface Page {
  people: readonly Person[];
}

/** An open connection to a source. */
export interface Reader {
  groups(): Promise<readonly SourceGroup[]>;
  /** The people, page by page. A page has at most 500. */
  people(reading: Reading): AsyncIterable<Page>;
  /** The position for the next reading of changes, as of the start of this connection. Undefined if the source has none. */
  position(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** A failure of a whole source, such as a wrong password or an address that nobody answers. */
export class SourceError extends Error {
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem, cause?: unknown) {
    super(`the source could not be read: ${problem.code}`, { cause });
    this.problem = problem;
  }
}
