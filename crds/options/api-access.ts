/** What an application may do on /api, by its secret and by the tokens it is given: each one includes those before it. */
export const apiAccesses = ['read-account', 'account', 'read-users', 'administrator'] as const;
export type ApiAccess = (typeof apiAccesses)[number];
