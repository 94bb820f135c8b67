/**
 * The one gate for addresses to which a browser is sent (S34): the registered text and nothing else. A prefix, another
 * port or a longer host is another address.
 */
export const mayRedirect = (registered: readonly string[], address: unknown): address is string =>
  typeof address === 'string' && registered.includes(address);
