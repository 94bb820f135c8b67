import { useEffect, useState } from 'react';

const pauseMs = 300;

/** The value after a short pause in typing. */
export function usePaused(value: string): string {
  const [paused, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
