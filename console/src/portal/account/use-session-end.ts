import { useEffect, useRef } from 'react';
import { sessionSettled } from '../../shared/session-lock.ts';

/** A server refuses the stream of a live session if too many are open. */
const pauseMs = 30_000;

/** The page ends the session itself, and goes on to a page of its own. */
export const sessionWatch = { isPaused: false };

/**
 * Calls back as soon as the session of the page ends, here or elsewhere. A hidden page listens to nothing, and looks again when it is
 * shown.
 */
export function useSessionEnd(onEnd: () => Promise<unknown>): void {
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;

    function close() {
      clearTimeout(timer);
      source?.close();
      source = undefined;
    }

    /** The session may have been replaced by a newer one of the same user. Then the page stays. */
    async function look(pause = 0) {
      close();
      // A page that replaces the session, this one or another, gets the new cookie with its answer.
      await sessionSettled();
      if (sessionWatch.isPaused || isOver) return;
      await latest.current();
      timer = setTimeout(open, pause);
    }

    function open() {
      if (source || isOver || document.visibilityState === 'hidden') return;
      source = new EventSource('/api/account-events');
      source.addEventListener('end', () => void look());
      // A server that restarts is asked again by the browser. An answer that is no stream is a refusal.
      source.addEventListener('error', () => source?.readyState === EventSource.CLOSED && void look(pauseMs));
    }

    const change = () => (document.visibilityState === 'hidden' ? close() : open());
    document.addEventListener('visibilitychange', change);
    open();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', change);
      close();
    };
  }, []);
}
