const key = 'from';

/** The address that a visitor opened before they had to sign in. */
export const rememberTarget = (path: string) => sessionStorage.setItem(key, path);

/** Reads the address once, so that the next sign-in starts at home again. Ignores addresses of other sites. */
export function takeTarget(): string {
  const path = sessionStorage.getItem(key) ?? '/';
  sessionStorage.removeItem(key);
  return /^\/(?![/\\])/.test(path) ? path : '/';
}
