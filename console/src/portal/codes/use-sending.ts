import { useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from '../../shared/exchange.ts';
import type { Sentence } from '../words.ts';
import { type Captcha, newCaptcha } from './captcha.ts';
import type { Solved } from './send-code.ts';
import { useCountdown } from './use-countdown.ts';

const restSeconds = 60;

interface Wanted {
  applicationId: string;
  /** The destination. Another one does not wait for the minute of this one. */
  dest: string;
  deliver: (solved?: Solved) => Promise<unknown>;
  /** Sent or not, the captcha is closed. */
  onDone?: () => void;
}

/** Sends a code or a link: after a captcha where there is one, once a minute for a destination. */
export function useSending({ applicationId, dest, deliver, onDone }: Wanted) {
  const [captcha, setCaptcha] = useState<Captcha>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ dest: string; why: Sentence }>();
  const [sentTo, setSentTo] = useState<string>();
  const [left, rest] = useCountdown(restSeconds);
  const isSent = sentTo === dest;

  const fail = (why: Sentence) => setFailure({ dest, why });
  const close = () => setCaptcha(undefined);

  /** The captcha dialog shows a wrong captcha, and the page shows every other problem. */
  async function send(solved?: Solved) {
    try {
      await deliver(solved);
      setSentTo(dest);
      rest();
    } catch (error) {
      if (error instanceof CallError && error.code === 'captcha-failed' && solved) throw error;
      fail(error as Error);
    }
    // No other element gets the focus while the dialog is open.
    flushSync(close);
    onDone?.();
  }

  async function begin() {
    setFailure(undefined);
    setBusy(true);
    try {
      const asked = await newCaptcha(applicationId);
      if (asked.type === 'none') await send();
      else setCaptcha(asked);
    } catch (error) {
      fail(error as Error);
    }
    setBusy(false);
  }

  return {
    begin,
    isBusy,
    isSending: isBusy || captcha !== undefined,
    isSent,
    /** Seconds until the destination may get another one. */
    rests: isSent ? left : 0,
    failure: failure?.dest === dest ? failure.why : undefined,
    forgetFailure: () => setFailure(undefined),
    /** The properties of the captcha, while it is open. */
    captcha: captcha && { applicationId, captcha, send, onClose: close, onAway: fail },
  };
}
