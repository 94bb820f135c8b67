/** What people may be sent to: an address that was typed somewhere could as well be a script. */
export const isWebAddress = (address: string) => /^https?:\/\//i.test(address);
