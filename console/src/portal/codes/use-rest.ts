import { useEffect, useState } from 'react';

/**
 * Seconds that are left of a rest, and what begins one. Told by the clock, since sleeping pages miss ticks; but a tick takes a
 * second at least, since clocks are put back as well.
 */
export function useRest(seconds: number): [left: number, begin: () => void] {
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
