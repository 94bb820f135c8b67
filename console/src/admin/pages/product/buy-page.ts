/** The page of the portal on which people buy a product. */
export const buyPage = (name: string): string => `/products/${encodeURIComponent(name)}/buy`;
