import type { Kind, Registry, Row } from '@doorwright/crds';
import type { Sql } from '../../../db/knex.ts';
import type { SecretBox } from '../../../db/secret-box.ts';
import type { Caller } from '../../callers.ts';
import type { Id } from '../storage/ids.ts';
import type { Store } from '../storage/store.ts';

/** The transaction, caller and shared parts that code for one request uses. */
export interface Work {
  sql: Sql;
  caller: Caller;
  now: Date;
  registry: Registry;
  box: SecretBox;
  store: (kind: string) => Store;
}

export type Draft = Row & Record<string, unknown>;

/** The handle of a deleted object, and the end of the time to restore it. */
export interface Deletion {
  name: string;
  expireTime: string;
}

/**
 * Code for one kind that its model cannot express. Each hook gets values and returns values or throws a Refusal.
 * Hooks of writes run inside the transaction.
 */
export interface Hooks {
  beforeAdd?: (object: Draft, work: Work) => Promise<Draft> | Draft;
  beforeUpdate?: (object: Draft, before: Draft, work: Work) => Promise<Draft> | Draft;
  /** Returns `kept` if the hook handled the deletion itself and the row stays. */
  beforeRemove?: (object: Draft, work: Work) => Promise<'kept' | undefined> | Promise<void>;
  /** Keeps data outside the row that a restored object needs, such as its files. */
  keep?: (object: Draft, deletion: Deletion, work: Work) => Promise<void>;
  restore?: (object: Draft, deletion: string, work: Work) => Promise<void>;
  /** Remembers the resource that declared a deleted object. */
  released?: (object: Draft, resource: string, work: Work) => Promise<unknown>;
  /** No resource declares the object any more. */
  undeclared?: (object: Draft, work: Work) => Promise<unknown>;
  /** Before a resource makes its object again: gives it back what is only its own. */
  reapplied?: (object: Draft, resource: string, work: Work) => Promise<unknown>;
  /** Tells whether a stored value matches a sent one. For fields that are stored in another form, such as a digest. */
  holds?: (field: string, stored: unknown, sent: unknown) => Promise<boolean>;
  afterRename?: (object: Draft, before: Draft, work: Work) => Promise<void>;
  /**
   * Tells whether the caller may read the object. With `false`, the object looks missing. The hook gets the id
   * only and runs before anything is loaded, so existing and missing objects look the same.
   */
  mayRead?: (id: Id, work: Work) => Promise<boolean> | boolean;
  /** Changes the object for one caller, after secrets were masked. `stored` still has them. */
  present?: (
    shown: Record<string, unknown>,
    stored: Draft,
    work: Work,
    read: 'one' | 'list',
  ) => Promise<Record<string, unknown>> | Record<string, unknown>;
}

export type HooksByKind = Readonly<Record<string, Hooks>>;

export type { Kind };
