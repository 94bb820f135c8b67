/** The rights of an application on /api, by its secret and by its tokens. Each value includes those before it. */
export const apiAccesses = ['read-account', 'account', 'read-users', 'administrator'] as const;
export type ApiAccess = (typeof apiAccesses)[number];
