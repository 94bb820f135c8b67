import type { Kind } from '@doorwright/crds';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../../db/knex.ts';
import type { Doc } from '../document/normalized.ts';
import type { Projection } from '../document/projected.ts';
import type { Column } from '../filter/columns.ts';
import type { ResourceType } from '../schemas/resource-types.ts';

/** Where resources are: an organization and the address of its server. */
export interface Home {
  organization: string;
  base: string;
}

/** The states of a resource around a change. */
export interface States {
  before: Doc;
  after: Doc;
  /** The attributes that the program had sent before. */
  sent: Doc;
}

/** One type of resources in the database. The steps for all types are in `resource.ts`. */
export interface Keeper {
  type: ResourceType;
  kind: Kind;
  table: string;
  columns: Readonly<Record<string, Column>>;
  /** A condition for the rows that are resources. */
  exists: string;
  /** An object by the ID of its resource. With a lock, nobody else changes it meanwhile. */
  find: (sql: Sql, home: Home, id: string, lock?: 'forNoKeyUpdate') => Promise<Draft | undefined>;
  /** The resources of objects, without those parts that the request does not want. */
  shown: (sql: Sql, home: Home, rows: readonly Draft[], wanted: Projection) => Promise<Doc[]>;
  /** The attributes that the program sent. */
  sent: (sql: Sql, home: Home, row: Draft) => Promise<Doc>;
  create: (context: RequestContext, home: Home, doc: Doc, work: Work) => Promise<Draft>;
  change: (context: RequestContext, home: Home, row: Draft, states: States, work: Work) => Promise<Draft>;
}
