/** The bytes of terms of use, in a file of ours or at an address. Longer ones are not read for a stranger. */
export const largestTerms = 2 ** 20;
