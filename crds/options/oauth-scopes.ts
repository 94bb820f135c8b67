/** The scope and the claim of what a user has subscribed to. */
export const entitlements = 'entitlements';

/** The scope and the claim of the names of a user's groups. */
export const groups = 'groups';

/** The scope that Casdoor's clients request. A request without a known scope means it too. */
export const defaultScope = 'read';

/** Every scope that programs can ask for. */
export const scopes: readonly string[] = [
  ...['openid', 'offline_access', 'profile', 'email', 'address', 'phone'],
  ...[groups, entitlements, defaultScope],
];

/** The scopes of a request that nobody can get. */
export const unknownScopes = (asked: unknown): string[] =>
  typeof asked === 'string' ? asked.split(' ').filter((scope) => scope && !scopes.includes(scope)) : [];
