import { useState } from 'react';
import { CallError } from '../../http/exchange.ts';
import { unexpected } from '../frame/unexpected.ts';
import { type Sentence, said } from '../words.ts';
import type { Door } from './door.ts';
import { goOn } from './go-on.ts';
import { signIn } from './sign-in.ts';

type Said = Parameters<typeof signIn> extends [unknown, ...infer Rest] ? Rest : never;

/** The session that the browser has does not do: the form is there for another one. */
const again = { 'sign-in-first': 'signInAgain', 'unknown-login-type': 'sessionEnded' } as const;

/**
 * Signing in at a door: whether it is under way, why it failed, whether the client wants a newer sign-in than the one that
 * the browser has, the scopes where the user is asked to agree first, and the address of the app that it led to.
 */
export function useSignIn(door: Door, asked?: readonly string[]) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Sentence>('');
  const [isTooOld, setTooOld] = useState(false);
  const [scopes, setScopes] = useState(asked);
  const [app, setApp] = useState<string>();

  function tell(error: unknown): void {
    if (!(error instanceof CallError)) setFailure(unexpected(error));
    else if (error.code === 'consent-required') setScopes((error.data as { scopes: string[] }).scopes);
    // Somebody has signed in beside this page: it is led on as whoever opens it now.
    else if (error.code === 'sign-out-first' || error.code === 'other-account') location.reload();
    else if (error.code in again) {
      setTooOld(true);
      setScopes(undefined);
      setFailure({ word: again[error.code as keyof typeof again] });
    } else setFailure(error.code === 'unreachable' ? error : { word: 'failed', values: { error } });
  }

  /** Stays busy once it went well, since the page is about to go. */
  async function enter(...said: Said): Promise<void> {
    setFailure('');
    setBusy(true);
    try {
      setApp(goOn(door, await signIn(door, ...said)));
    } catch (error) {
      tell(error);
      setBusy(false);
    }
  }

  return { isBusy, failure: said(failure), isTooOld, scopes, app, enter, clear: () => setFailure('') };
}

export type SigningIn = ReturnType<typeof useSignIn>;
