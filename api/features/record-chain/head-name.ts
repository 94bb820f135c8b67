/** The name of a head sorts like its number. */
export const headName = (number: number): string => String(number).padStart(10, '0');
