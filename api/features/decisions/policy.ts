/** A permission: one policy for each combination of its lists. */
export interface Policy {
  id: string;
  effect: 'allow' | 'deny';
  users: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  resources: ReadonlySet<string>;
  /** In lower case, as in Casdoor 2022. */
  actions: ReadonlySet<string>;
}

/** The policies of one model. */
export interface Policies {
  modelText: string;
  all: readonly Policy[];
  /** By the ids of their users and roles. */
  bySubject: ReadonlyMap<string, readonly Policy[]>;
}
