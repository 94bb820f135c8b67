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

/** The state of a list is its address: it can be sent to somebody, and Back undoes the last step. */
export function useListState(kind: Kind): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const usual = { page: 1, pageSize: kind.list?.pageSize ?? 10, field: '', value: '', sortField: '', sortOrder: '' };
  const order = params.get('sortOrder');
  const state: ListState = {
    page: whole(params.get('p'), usual.page),
    pageSize: Math.min(whole(params.get('pageSize'), usual.pageSize), 100),
    field: params.get('field') ?? '',
    value: params.get('value') ?? '',
    sortField: params.get('sortField') ?? '',
    sortOrder: order === 'ascend' || order === 'descend' ? order : '',
  };
  const change = (changed: Partial<ListState>) => {
    // What is now on another page is looked for from the first one.
    const next = { ...state, page: 1, ...changed };
    const given = Object.entries(next).filter(([name, value]) => value !== usual[name as keyof ListState]);
    setParams(Object.fromEntries(given.map(([name, value]) => [name === 'page' ? 'p' : name, String(value)])));
  };
  return [state, change];
}
