import { useEffect, useState } from 'react';

/**
 * The step of a page that has several, and what brought one there, so that going back in the browser goes back a step. The
 * browser keeps both with its history: who reads his code elsewhere finds his step again, though phones load the page anew.
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
