import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../shared/exchange.ts';
import { type Order, readOrder } from './order.ts';

const pauseMs = 1_000;
/** So long a page asks by itself. */
const patienceMs = 120_000;

const isLost = (error: unknown) => error instanceof CallError && error.code === 'unreachable';

/**
 * Asks each second what became of an order, as long as it waits for its payment. A hidden page asks nothing. After two minutes the page
 * rests until somebody wants to look again.
 */
export function useOrder(name: string) {
  const [order, setOrder] = useState<Order>();
  const [problem, setProblem] = useState<Error>();
  const [isResting, setResting] = useState(false);
  const again = useRef(() => {});

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since = Date.now();
    let isKnown = false;
    let isAsking = false;
    let isOver = false;

    /** Says whether the order still waits. */
    async function ask(): Promise<boolean> {
      try {
        const next = await readOrder(name);
        isKnown = true;
        setOrder(next);
        setProblem(undefined);
        return next.payment.state === 'Created';
      } catch (error) {
        // The next question may get through.
        if (isKnown && isLost(error)) return true;
        setProblem(error as Error);
        return false;
      }
    }

    async function look(): Promise<void> {
      clearTimeout(timer);
      if (isAsking || isOver) return;
      isAsking = true;
      const waits = await ask();
      isAsking = false;
      if (!waits || isOver || document.visibilityState === 'hidden') return;
      if (Date.now() - since >= patienceMs) setResting(true);
      else timer = setTimeout(look, pauseMs);
    }

    again.current = () => {
      since = Date.now();
      setResting(false);
      void look();
    };
    const follow = () => (document.visibilityState === 'hidden' ? clearTimeout(timer) : again.current());
    document.addEventListener('visibilitychange', follow);
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [name]);

  return { order, problem, isResting, again: () => again.current() };
}
