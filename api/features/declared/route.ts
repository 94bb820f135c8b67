import type { Kind, Registry } from '@doorwright/crds';
import type { Request } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../../core/config.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import type { HooksByKind, Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Id } from '../../core/objects/storage/ids.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Db } from '../../db/knex.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import type { OperatorCaller } from './narrowed-token.ts';

export interface DeclaredDeps {
  config: Config;
  registry: Registry;
  db: Db;
  box: SecretBox;
  store: (kind: string) => Store;
  objects: Objects;
  hooks: HooksByKind;
  log: Logger;
  clientAddress: (req: Request) => string;
  now: () => Date;
}

/** A request of the operator, for handlers. */
export interface OperatorAsked {
  caller: OperatorCaller;
  /** Finds the operator again, or refuses. For an answer that stays open for a while. */
  callerNow: () => Promise<OperatorCaller>;
  context: RequestContext;
  work: Work;
  req: Request;
  query: Readonly<Record<string, string | undefined>>;
  /** The declarable kind in the path; any other path is not found. */
  kind: () => Kind;
  id: () => Id;
}

export interface DeclaredRoute {
  method: 'get' | 'put' | 'post' | 'delete';
  path: string;
  handle: (asked: OperatorAsked) => Promise<unknown>;
}
