import { useState } from 'react';
import { doorOf } from '../attempt/door.ts';
import { useSignIn } from '../attempt/use-sign-in.ts';
import { leftSignIn } from '../frame/links.ts';
import { useOnce } from '../frame/use-once.ts';
import type { Application } from '../page.ts';
import type { Newcomer } from '../signup/SignUpForm.tsx';
import { oauthTarget } from '../targets/oauth.ts';
import { asksAfterSignUp } from './asks-after-sign-up.ts';

/**
 * Signs a new user in for the request that led to the sign-up. It is a sign-in like any other, with the password that they have just chosen, so
 * no step is left out. Without a request, and without a password, nothing happens, and they sign in later.
 */
export function useFirstSignIn(application: Application) {
  // The address is read once: it is the place where the sign-up began.
  const [left, setLeft] = useState(() => leftSignIn(application));
  const { pathname, searchParams: query } = new URL(left ?? '/login', location.origin);
  const door = doorOf({ application, params: { owner: application.organization }, query }, pathname);
  const isOpened = door.target !== oauthTarget || query.has('interaction');
  useOnce(() => {
    // The request began at the sign-up page. The authorization endpoint opens it, and tells its address.
    if (left && !isOpened)
      fetch(left).then(
        ({ url }) => setLeft(url.slice(location.origin.length)),
        () => {},
      );
  });
  const signing = useSignIn(door);
  const [isBegun, setBegun] = useState(false);
  // The console asks for the application's items on a page of its own.
  const isPossible =
    left && isOpened && application.enablePassword && (door.target.continuesSession || !asksAfterSignUp(application));

  return {
    signing,
    query,
    isBegun,
    /** Says whether the sign-in has begun. */
    begin({ name, password }: Newcomer): boolean {
      if (!isPossible || !password) return false;
      setBegun(true);
      void signing.enter({ username: name }, { password });
      return true;
    },
  };
}
