import { useLocation, useSearchParams } from 'react-router-dom';
import type { EditorTab } from './use-tabs.ts';

/** The part of the address that names a tab. */
export const tabParameter = 'tab';

/** The tab of the editor, from the address. Without one, or with an unknown one, it is the first. */
export function useEditorTab(tabs: readonly EditorTab[]): [string, (tab: string) => void] {
  const [params, setParams] = useSearchParams();
  // The state names the page to return to.
  const { state } = useLocation();
  const [first] = tabs;
  const named = tabs.find(({ id }) => id === params.get(tabParameter)) ?? first;
  const open = (tab: string) => {
    const after = new URLSearchParams(params);
    if (tab === first?.id) after.delete(tabParameter);
    else after.set(tabParameter, tab);
    setParams(after, { state });
  };
  return [named?.id ?? '', open];
}

/** The query of the page that keeps its tab under another address. */
export function keptTab(): string {
  const tab = new URLSearchParams(location.search).get(tabParameter);
  return tab ? `?${new URLSearchParams({ [tabParameter]: tab })}` : '';
}
