import { useEffect, useState } from 'react';

/**
 * The step of a page, with its data. The browser's history keeps both, so that Back goes back one step, and a phone
 * that reloads the page returns to the step.
 */
export function useStep<Found>(): [at: { step: number; found?: Found }, go: (step: number, found?: Found) => void] {
  const [at, setAt] = useState<{ step: number; found?: Found }>(history.state?.step ? history.state : { step: 0 });
  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => setAt((left) => state ?? { ...left, step: 0 });
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  return [
    at,
    (step, found = at.found) => {
      const next = { step, ...(found && { found }) };
      history.pushState(next, '');
      setAt(next);
    },
  ];
}
