/** The page after the end of an account. It is no section, because its visitor has no account. */
export const deletedAddress = '/account/deleted';
