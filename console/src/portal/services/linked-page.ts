const key = 'linkedFor';

/** The user links an account because the sign-in on a page asks for it. The page goes on by itself then. */
export const rememberLinked = (page: string): void => sessionStorage.setItem(key, page);

/** Tells, once, whether the user comes back to this page with a new link. */
export function comesFromLink(): boolean {
  const page = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return page === location.pathname + location.search;
}
