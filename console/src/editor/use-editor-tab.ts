import { useLocation, useSearchParams } from 'react-router';

const usual = 'form';

/** The tab of the editor, from the address: the form or another view. */
export function useEditorTab(): [string, (tab: string) => void] {
  const [params, setParams] = useSearchParams();
  // The state names the page to return to.
  const { state } = useLocation();
  const open = (tab: string) => setParams(tab === usual ? {} : { tab }, { replace: true, state });
  return [params.get('tab') ?? usual, open];
}
