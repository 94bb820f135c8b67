import { useEffect, useState } from 'react';

/** A pause after which a value is probably complete. */
const pauseMs = 1000;

/** The value when the user pauses or leaves the control, so that no half-typed value is called wrong. Undefined while they type. */
export function useSettled(value: string): { settled: string | undefined; settle: () => void } {
  const [settled, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return { settled: settled === value ? value : undefined, settle: () => set(value) };
}
