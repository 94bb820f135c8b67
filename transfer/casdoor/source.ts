import type { Original } from './original.ts';

/** The objects of Casdoor that are read whole. Users are read in pages. */
export const smallKinds = [
  'organization',
  'cert',
  'provider',
  'group',
  'role',
  'model',
  'application',
  'permission',
  'webhook',
  'syncer',
  'ldap',
] as const;
export type SmallKind = (typeof smallKinds)[number];

/** Objects of which only the number is told. */
export const countedKinds = [
  'token',
  'session',
  'record',
  'resource',
  'product',
  'payment',
  'plan',
  'pricing',
  'subscription',
  'transaction',
  'invitation',
  'adapter',
  'enforcer',
] as const;
export type CountedKind = (typeof countedKinds)[number];

/** What a file or a database of Casdoor has. Objects are in the order of owner and name. */
export interface Source {
  all(kind: SmallKind): Promise<readonly Original[]>;
  users(): AsyncIterable<Original>;
  count(kind: CountedKind): Promise<number>;
  /** Passwords of a file are in plain text unless their user has a type. A database has digests only. */
  hasPlainPasswords: boolean;
}

const keyOf = (original: Original) => `${original.text('owner')}\0${original.text('name') || original.text('id')}`;

/** The order of bytes, as databases are asked for it. */
export const inOrder = (originals: readonly Original[]): Original[] =>
  originals
    .map((original) => ({ original, key: Buffer.from(keyOf(original)) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ original }) => original);
