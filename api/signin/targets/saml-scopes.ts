/** What a service provider learns of a user, in the words of the page for consent. */
export const samlScopes = ['profile', 'email'] as const;
