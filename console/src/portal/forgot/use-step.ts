import { useEffect, useState } from 'react';

/** The step of a page that has several, so that going back in the browser goes back a step. */
export function useStep(): [step: number, go: (step: number) => void] {
  const [step, setStep] = useState(0);
  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => setStep(state?.step ?? 0);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  return [
    step,
    (next) => {
      history.pushState({ step: next }, '');
      setStep(next);
    },
  ];
}
