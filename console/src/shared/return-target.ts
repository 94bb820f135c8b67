const key = 'from';

/** The address that a visitor opened before they had to sign in. */
export const rememberTarget = (path: string) => sessionStorage.setItem(key, path);

/** The address, which stays for the sign-in. */
export const targetAhead = () => sessionStorage.getItem(key) ?? '/';

/** Reads the address once, so that the next sign-in starts at home again. Ignores addresses of other sites. */
export function takeTarget(): string {
  const path = targetAhead();
  sessionStorage.removeItem(key);
  return /^\/(?![/\\])/.test(path) ? path : '/';
}
