import { useEffect, useState } from 'react';

/**
 * Counts the seconds of a wait, and starts it. It follows the clock, because sleeping pages miss ticks. A tick
 * takes at least a second, because clocks are set back too.
 */
export function useCountdown(seconds: number): [left: number, begin: () => void] {
  const [left, setLeft] = useState(0);
  const isResting = left > 0;
  useEffect(() => {
    if (!isResting) return;
    let last = Date.now();
    const ticking = setInterval(() => {
      const now = Date.now();
      const passed = Math.max(1, Math.round((now - last) / 1000));
      last = now;
      setLeft((before) => Math.max(0, before - passed));
    }, 1000);
    return () => clearInterval(ticking);
  }, [isResting]);
  return [left, () => setLeft(seconds)];
}
