import { useState } from 'react';
import { CallError } from '../../http/exchange.ts';
import { t } from '../words.ts';
import type { Door } from './door.ts';
import { goOn } from './go-on.ts';
import { signIn } from './sign-in.ts';

/** Signing in at a door: whether it is under way, why it failed, and the scopes where the user is asked to agree first. */
export function useSignIn(door: Door, asked?: readonly string[]) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [scopes, setScopes] = useState(asked);

  function tell(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 'consent-required') setScopes((error.data as { scopes: string[] }).scopes);
    else setFailure(error.code === 'unreachable' ? error.message : t('failed', { error: error.message }));
  }

  /** Stays busy once it went well, since the page is about to go. */
  async function enter(proof?: Parameters<typeof signIn>[1]): Promise<void> {
    setFailure('');
    setBusy(true);
    try {
      goOn(door, await signIn(door, proof));
    } catch (error) {
      tell(error);
      setBusy(false);
    }
  }

  return { isBusy, failure, scopes, enter, clear: () => setFailure('') };
}

export type SigningIn = ReturnType<typeof useSignIn>;
