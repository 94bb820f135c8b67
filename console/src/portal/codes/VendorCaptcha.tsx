import './vendor-captcha.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CallError } from '../../shared/exchange.ts';
import { hearFrame } from '../captcha/frame-messages.ts';
import type { Settings } from '../captcha/vendors.ts';
import type { Solved } from './send-code.ts';

const patienceMs = 15_000;

interface Props {
  captcha: Settings & { type: string };
  title: string;
  /** Repeats the action that required the captcha. After a wrong answer the vendor draws again. */
  send: (solved: Solved) => Promise<void>;
  onClose: () => void;
  /** The page in the frame does not load. */
  onAway: () => void;
}

const addressOf = ({ type, clientId, clientId2, appKey, subType }: Props['captcha'], tries: number) =>
  `/captcha/${encodeURIComponent(type)}?${new URLSearchParams({ clientId, clientId2, appKey, subType, ...(tries > 0 && { again: '' }) })}`;

/**
 * The captcha of a vendor, on a page of its own in a frame. The frame is as large as the window, because vendors open pictures that are
 * larger than a dialog.
 */
export function VendorCaptcha({ captcha, title, send, onClose, onAway }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [tries, setTries] = useState(0);
  const [isReady, setReady] = useState(false);

  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait goes on while the page around is drawn again
  useEffect(() => {
    if (isReady) return;
    const waiting = setTimeout(onAway, patienceMs);
    return () => clearTimeout(waiting);
  }, [isReady]);

  async function answer(token: string) {
    try {
      await send({ type: captcha.type, id: '', answer: token });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setReady(false);
      setTries((before) => before + 1);
    }
  }

  useEffect(() =>
    hearFrame(
      () => frame.current,
      (said) => {
        if (said.captcha === 'ready') setReady(true);
        else if (said.captcha === 'closed') dialog.current?.close();
        else if (said.captcha === 'solved') void answer(said.token);
      },
    ),
  );

  return createPortal(
    <dialog ref={dialog} className="vendor-captcha" aria-label={title} onClose={onClose}>
      <iframe key={tries} ref={frame} src={addressOf(captcha, tries)} title={title} />
    </dialog>,
    document.body,
  );
}
