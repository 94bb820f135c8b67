import type { Kind, Registry, Row } from '@doorwright/crds';
import type { Sql } from '../../db/knex.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import type { Caller } from '../callers.ts';
import type { Id } from './ids.ts';
import type { Store } from './store.ts';

/** What the code of one request works with. */
export interface Work {
  sql: Sql;
  caller: Caller;
  now: Date;
  registry: Registry;
  box: SecretBox;
  store: (kind: string) => Store;
}

export type Draft = Row & Record<string, unknown>;

/** By which an object can be brought back, until some time. */
export interface Deletion {
  name: string;
  expireTime: string;
}

/**
 * Behaviour of one kind that its model cannot say. Each hook gets values and answers values or throws a Refusal; all
 * of them run inside the transaction of the write.
 */
export interface Hooks {
  beforeAdd?: (object: Draft, work: Work) => Promise<Draft> | Draft;
  beforeUpdate?: (object: Draft, before: Draft, work: Work) => Promise<Draft> | Draft;
  /** `kept` when the hook dealt with the object itself and its row stays. */
  beforeRemove?: (object: Draft, work: Work) => Promise<'kept' | undefined> | Promise<void>;
  /** Puts aside what goes with a deleted object and comes back with it. */
  keep?: (object: Draft, deletion: Deletion, work: Work) => Promise<void>;
  restore?: (object: Draft, deletion: string, work: Work) => Promise<void>;
  /** Does what is stored stand for what was sent? For fields that are stored as a digest of what is sent. */
  holds?: (field: string, stored: unknown, sent: unknown) => Promise<boolean>;
  afterRename?: (object: Draft, before: Draft, work: Work) => Promise<void>;
  /**
   * May this caller read the object at all? Answering false makes it look missing. Asked with the id alone, before
   * anything is loaded: an object that exists and one that does not take the same way.
   */
  mayRead?: (id: Id, work: Work) => Promise<boolean> | boolean;
  /** Changes what one caller sees, after secrets were masked. `stored` still has them. */
  present?: (
    shown: Record<string, unknown>,
    stored: Draft,
    work: Work,
    read: 'one' | 'list',
  ) => Promise<Record<string, unknown>> | Record<string, unknown>;
}

export type HooksByKind = Readonly<Record<string, Hooks>>;

export type { Kind };
