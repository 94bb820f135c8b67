import { useEffect, useRef } from 'react';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import { PasskeyFailure } from '../passkeys/failure.ts';

/** A challenge lives for five minutes. Before it ends, the page asks for another. */
const renewal = 4 * 60_000;

interface Wanted {
  /** The application offers passkeys. */
  isOffered: boolean;
  /** Another sign-in runs. It ends the browser's question, and a failed one begins it again. */
  isBusy: boolean;
  application: string;
  organization: string;
  /** Says whether the person wants to stay signed in. */
  autoSignin: () => boolean;
  enter: SigningIn['enter'];
}

/** Browsers offer passkeys in the list of user names, where they can. */
export function usePasskeyAutofill({ isOffered, isBusy, application, organization, ...acts }: Wanted) {
  // The functions are new each time the form is drawn, and do the same.
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    if (!isOffered || isBusy) return;
    let isOver = false;
    async function offer() {
      if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
      const { signChallenge, signInChallenge } = await import('../passkeys/ceremony.ts');
      if (isOver) return;
      try {
        const challenge = await signInChallenge({ owner: organization, application });
        // Meanwhile, the person may have gone on, and the field for the offer is away.
        if (isOver) return;
        const credential = await signChallenge(challenge, true);
        const { enter, autoSignin } = latest.current;
        if (!isOver) await enter({ credential, autoSignin: autoSignin() });
      } catch (error) {
        // Nobody has asked for it, so nobody is told that it does not work here. The tab says why.
        if (!isOver && !(error instanceof PasskeyFailure)) reportError(error);
      }
    }
    void offer();
    const timer = setInterval(() => void offer(), renewal);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isOffered, isBusy, application, organization]);
}
