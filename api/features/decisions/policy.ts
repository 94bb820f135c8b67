/** A permission, as the policies that it stands for. */
export interface Policy {
  id: string;
  effect: 'allow' | 'deny';
  users: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  resources: ReadonlySet<string>;
  /** In small letters, as the era's policies have them. */
  actions: ReadonlySet<string>;
}

/** Policies that one model judges. */
export interface Policies {
  modelText: string;
  all: readonly Policy[];
  /** By the ids of the users and roles that they speak of. */
  speakingOf: ReadonlyMap<string, readonly Policy[]>;
}
