/** How a browser carries a request to a SAML identity provider (SAML Bindings 2.0, 3.4 and 3.5). */
export const requestBindings = ['Redirect', 'POST'] as const;

/** The formats of a user's id (SAML Core 2.0, 8.3). A transient one is another one each time. */
export const nameIdFormats = ['', 'persistent', 'emailAddress', 'unspecified', 'transient'] as const;
