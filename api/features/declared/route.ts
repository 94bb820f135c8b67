import type { Kind } from '@doorwright/crds';
import type { Request } from 'express';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { HooksByKind, Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Id } from '../../core/objects/storage/ids.ts';
import type { SyncDeps } from '../sync/deps.ts';
import type { OperatorCaller } from './narrowed-token.ts';

export interface DeclaredDeps extends SyncDeps {
  hooks: HooksByKind;
  clientAddress: (req: Request) => string;
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
