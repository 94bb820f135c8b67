/** The limits that /ServiceProviderConfig names. */
export const mostOperations = 100;
export const largestBulk = 1_048_576;
/** The most resources in one answer. */
export const largestPage = 200;
