import { useEffect } from 'react';

/** Runs once, when the part first appears. What it reads may change later: that is no reason to run again. */
export function useOnce(run: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the part appears
  useEffect(() => {
    run();
  }, []);
}
