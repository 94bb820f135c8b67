import type { Person, Realm } from './representation.ts';

/** A realm, from its export or from the database. */
export interface RealmSource {
  /** Without its people. */
  realm: Realm;
  /** The people, a few at a time. */
  people(): AsyncIterable<Person>;
}
