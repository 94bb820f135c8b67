/** Accepts http and https addresses only. A typed address could be a `javascript:` one. */
export const isWebAddress = (address: string) => /^https?:\/\//i.test(address);
