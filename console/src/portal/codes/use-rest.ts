import { useEffect, useState } from 'react';

/** Seconds that are left of a rest, and what begins one. Told by the clock, since sleeping pages miss ticks. */
export function useRest(seconds: number): [left: number, begin: () => void] {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isResting = left > 0;
  useEffect(() => {
    if (!isResting) return;
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, [isResting]);
  return [
    left,
    () => {
      setNow(Date.now());
      setEnd(Date.now() + seconds * 1000);
    },
  ];
}
