import { useRef, useState } from 'react';
import { CallError } from '../../shared/exchange.ts';
import type { Solved } from '../codes/send-code.ts';
import type { Secrets } from '../credentials/call-sealed.ts';
import { unexpectedError } from '../frame/unexpected-error.ts';
import { PasskeyFailure } from '../passkeys/failure.ts';
import type { Left } from '../targets/page-target.ts';
import { type Sentence, said } from '../words.ts';
import { type AskedFactor, askedIn } from './asked-factor.ts';
import type { Door } from './door.ts';
import { type DuePassword, duePasswordIn } from './due-password.ts';
import { type Fields, signIn } from './sign-in.ts';

/** The session of the browser does not suffice, so the form asks for a new sign-in. */
const again = { 'sign-in-first': 'signInAgain', 'unknown-login-type': 'sessionEnded' } as const;

/** Refusals which say that no user here has this name and this proof. */
const unknown: ReadonlySet<string> = new Set(['sign-in-failed', 'code-wrong']);

/** A password, or another answer, as it was sent. */
type Said = readonly [fields: Fields, secrets: Secrets | undefined];

/**
 * The state of a sign-in: whether it runs, why it failed, whether the application asks for more, and whether the
 * client wants a newer one. It also holds the scopes for consent, and whether it went on elsewhere.
 */
export function useSignIn(door: Door, asked?: readonly string[]) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Sentence>('');
  const [isUnknown, setUnknown] = useState(false);
  const [isTooOld, setTooOld] = useState(false);
  const [scopes, setScopes] = useState(asked);
  const [isPrompted, setPrompted] = useState(false);
  const [factor, setFactor] = useState<AskedFactor>();
  const [due, setDue] = useState<DuePassword>();
  const [gone, setGone] = useState<Left>();
  /** The password that was typed last. A directory in which it has expired takes a new one only with it. */
  const typed = useRef('');
  /** The password that waits for a captcha. */
  const [waiting, setWaiting] = useState<Said>();
  /** The server has asked for a captcha once, so it does again. */
  const [isCaptchaNext, setCaptchaNext] = useState(false);

  function tell(error: unknown, said: Said): void {
    setUnknown(error instanceof CallError && unknown.has(error.code));
    if (error instanceof PasskeyFailure) setFailure({ word: error.word });
    else if (!(error instanceof CallError)) setFailure(unexpectedError(error));
    else if (error.code === 'captcha-required') {
      setCaptchaNext(true);
      setWaiting(said);
    } else if (askedIn(error)) setFactor(askedIn(error));
    else if (duePasswordIn(error)) {
      // The old password was right, so the new one needs no captcha.
      setCaptchaNext(false);
      setFactor(undefined);
      setDue(duePasswordIn(error));
    } else if (error.code === 'prompt-required') setPrompted(true);
    else if (error.code === 'consent-required') setScopes((error.data as { scopes: string[] }).scopes);
    // A user signed in on another page, so this page loads anew and leads them on.
    else if (error.code === 'sign-out-first' || error.code === 'other-account') location.reload();
    else if (error.code in again) {
      setTooOld(true);
      setPrompted(false);
      setScopes(undefined);
      setFailure({ word: again[error.code as keyof typeof again] });
    } else {
      // The server has forgotten the first half of the sign-in.
      if (error.code === 'step-missing') {
        setFactor(undefined);
        setDue(undefined);
      }
      setFailure(error.code === 'unreachable' ? error : { word: 'failed', values: { error } });
    }
  }

  /** The user has answered what the application asks. A target that needs a proof was reached before. */
  async function complete(account: string): Promise<void> {
    if (!door.target.continuesSession) return void door.target.leave(door, { data: '', data2: null });
    setPrompted(false);
    await enter({ prompted: true, account });
  }

  /** After success the form stays busy, because the page is about to leave. */
  async function enter(proof: Fields | (() => Promise<Fields>), secrets?: Secrets): Promise<void> {
    setFailure('');
    if (secrets?.password) typed.current = secrets.password;
    // Only a typed password waits. A function is a proof of another method.
    const said: Said = [typeof proof === 'function' ? {} : proof, secrets];
    if (isCaptchaNext && secrets) return setWaiting(said);
    setBusy(true);
    try {
      setGone(
        door.target.leave(door, await signIn(door, typeof proof === 'function' ? await proof() : proof, secrets)),
      );
    } catch (error) {
      tell(error, said);
      setBusy(false);
    }
  }

  /** Sends the waiting password with a solved captcha. It throws if the answer was wrong, because that is asked again. */
  async function solve({ type, id, answer }: Solved): Promise<void> {
    const [fields, secrets] = waiting ?? [{}, undefined];
    const said: Said = [{ ...fields, checkType: type, checkId: id, checkKey: answer }, secrets];
    try {
      setGone(door.target.leave(door, await signIn(door, ...said)));
      setBusy(true);
      setWaiting(undefined);
    } catch (error) {
      if (error instanceof CallError && error.code === 'captcha-failed') throw error;
      setWaiting(undefined);
      tell(error, [fields, secrets]);
    }
  }

  return {
    isBusy,
    failure: said(failure),
    isUnknown: isUnknown && failure !== '',
    isTooOld,
    isPrompted,
    factor,
    due,
    oldPassword: typed.current,
    scopes,
    gone,
    enter,
    complete,
    isWaiting: waiting !== undefined,
    solve,
    giveUp(why: Sentence) {
      setWaiting(undefined);
      setFailure(why);
    },
    clear: () => setFailure(''),
  };
}

export type SigningIn = ReturnType<typeof useSignIn>;
