/** The actions whose records call webhooks. */
export const triggeringActions = ['signup', 'login', 'logout', 'update-user'] as const;
