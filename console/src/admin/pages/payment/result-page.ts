/** The page of the portal with the result of a payment. */
export const resultPage = (name: string): string => `/payments/${encodeURIComponent(name)}/result`;
