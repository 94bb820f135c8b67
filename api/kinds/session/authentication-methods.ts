/** The method of a sign-in by another person, with the master password (S17). */
const master = 'master';

/** How a user has signed in. Sessions, codes and tokens keep it. */
export const methodsOf = (isImpersonated: boolean): string[] => (isImpersonated ? ['pwd', master] : ['pwd']);

export const isByMaster = (amr: readonly string[] = []): boolean => amr.includes(master);
