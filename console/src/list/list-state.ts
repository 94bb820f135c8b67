import type { Kind } from '@doorwright/crds';
import { useSearchParams } from 'react-router';

export interface ListState {
  page: number;
  pageSize: number;
  field: string;
  value: string;
  sortField: string;
  sortOrder: 'ascend' | 'descend' | '';
}

export const pageSizes = [10, 20, 50, 100];

const whole = (text: string | null, otherwise: number) => {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : otherwise;
};

const usualOf = (kind: Kind): ListState => ({
  page: 1,
  pageSize: kind.list?.pageSize ?? 10,
  field: '',
  value: '',
  sortField: '',
  sortOrder: '',
});

function stateIn(params: URLSearchParams, usual: ListState): ListState {
  const order = params.get('sortOrder');
  return {
    page: whole(params.get('p'), usual.page),
    pageSize: Math.min(whole(params.get('pageSize'), usual.pageSize), 100),
    field: params.get('field') ?? '',
    value: params.get('value') ?? '',
    sortField: params.get('sortField') ?? '',
    sortOrder: order === 'ascend' || order === 'descend' ? order : '',
  };
}

/** The state of a list is its address: it can be sent to somebody, and Back undoes the last step. */
export function useListState(kind: Kind): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const usual = usualOf(kind);
  const change = (changed: Partial<ListState>) => {
    // From the address as it is now: whoever is quick takes a step before the last one was drawn.
    const present = stateIn(new URLSearchParams(window.location.search), usual);
    // What is now on another page is looked for from the first one.
    const next = { ...present, page: 1, ...changed };
    const given = Object.entries(next).filter(([name, value]) => value !== usual[name as keyof ListState]);
    setParams(Object.fromEntries(given.map(([name, value]) => [name === 'page' ? 'p' : name, String(value)])));
  };
  return [stateIn(params, usual), change];
}
