import type { ImportedObject } from '@doorwright/crds/options/imported.ts';
import type { Tables } from './tables/tables.ts';

export type { ImportedObject };

/** A value of the source that cannot be taken. */
export interface Loss {
  /** Its place in the source, for people: `user "nora"`. */
  from: string;
  /** The value: `one-time password "Phone"`. */
  lost: string;
  /** The reason, and what to do: `SHA-512 is not supported; the user sets up a new app`. */
  why: string;
}

/** An object of the source in the words of the model, or something that is lost. */
export type Item = ImportedObject | Loss;

export const isLoss = (item: Item): item is Loss => 'lost' in item;

/** Where a source is: a file or folder on this machine, or a database. */
export type Place =
  | { type: 'file'; path: string }
  | { type: 'folder'; path: string }
  | { type: 'database'; tables: Tables };

export interface ReadOptions {
  /** The organization that takes everything. Without it, each product names its own. */
  organization: string | undefined;
}

/** What another product has, read from the place where it keeps or exports it. */
export interface Format {
  /** For `--format`, and for people: `keycloak`. */
  name: string;
  recognizes(place: Place): Promise<boolean>;
  /**
   * Everything, in the order of `importedKinds`: what refers comes after what it refers to. Reading again yields the same.
   * A place that is broken throws `BrokenSource`.
   */
  read(place: Place, options: ReadOptions): AsyncIterable<Item>;
}

/** A source that cannot be read, with a sentence for people. */
export class BrokenSource extends Error {}
