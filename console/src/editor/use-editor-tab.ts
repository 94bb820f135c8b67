import { useLocation, useSearchParams } from 'react-router';

const usual = 'form';

/** Which way one looks at an object: the form, or another one that the address names. */
export function useEditorTab(): [string, (tab: string) => void] {
  const [params, setParams] = useSearchParams();
  // What is being added still is, whichever way one looks at it.
  const { state } = useLocation();
  const open = (tab: string) => setParams(tab === usual ? {} : { tab }, { replace: true, state });
  return [params.get('tab') ?? usual, open];
}
