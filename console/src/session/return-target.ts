const key = 'from';

/** Where a visitor wanted to go before he had to sign in. */
export const rememberTarget = (path: string) => sessionStorage.setItem(key, path);

/** Read once: the next sign-in starts at home again. Only paths of our own count. */
export function takeTarget(): string {
  const path = sessionStorage.getItem(key) ?? '/';
  sessionStorage.removeItem(key);
  return /^\/(?![/\\])/.test(path) ? path : '/';
}
