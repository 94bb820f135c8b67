/** The actions whose records called webhooks in Casdoor 2022. Clients know them as the names of events. */
export const triggeringActions = ['signup', 'login', 'logout', 'update-user'] as const;
