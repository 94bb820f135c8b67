import type { Kind } from '@doorwright/crds';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { limitsOf } from './named-filters.ts';

export interface ListState {
  page: number;
  pageSize: number;
  field: string;
  value: string;
  sortField: string;
  sortOrder: 'ascend' | 'descend' | '';
  /** The first and the last day of creation, on the reader's clock. */
  from: string;
  to: string;
  /** Text in any of the fields that the kind searches together. */
  text: string;
  /** Values of fields that the list is limited to, and its named filters. */
  equals: Readonly<Record<string, string>>;
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
  from: '',
  to: '',
  text: '',
  equals: {},
});

/** Tells whether the list has less than all rows. */
export const isLimited = ({ value, from, to, text, equals }: ListState): boolean =>
  [value, from, to, text, ...Object.values(equals)].some(Boolean);

/** The change that shows all rows. */
export const unlimited = { field: '', value: '', from: '', to: '', text: '', equals: {} } satisfies Partial<ListState>;

const equalsIn = (params: URLSearchParams, kind: Kind) =>
  Object.fromEntries(limitsOf(kind).flatMap((name) => (params.get(name) ? [[name, String(params.get(name))]] : [])));

/** The state of a list in the query of its address. */
export function stateIn(params: URLSearchParams, kind: Kind): ListState {
  const usual = usualOf(kind);
  const order = params.get('sortOrder');
  return {
    page: whole(params.get('p'), usual.page),
    pageSize: Math.min(whole(params.get('pageSize'), usual.pageSize), 100),
    field: params.get('field') ?? '',
    value: params.get('value') ?? '',
    sortField: params.get('sortField') ?? '',
    sortOrder: order === 'ascend' || order === 'descend' ? order : '',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    text: (kind.list?.texts && params.get('text')) ?? '',
    equals: equalsIn(params, kind),
  };
}

/** The query of a list without its page: which rows, and in which order. */
export function filterIn(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('p');
  return params.size > 0 ? `?${params}` : '';
}

/** The state of the first page, which stays the same on all pages. */
export function useFilters(kind: Kind): ListState {
  const filter = filterIn(useLocation().search);
  return useMemo(() => stateIn(new URLSearchParams(filter), kind), [filter, kind]);
}

/** What changes, or how it follows from the state of the address. */
export type ChangeList = (change: Partial<ListState> | ((present: ListState) => Partial<ListState>)) => void;

/** The address contains the state of a list, so users can share it, and Back undoes the last step. */
export function useListState(kind: Kind): [ListState, ChangeList] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => stateIn(new URLSearchParams(search), kind), [search, kind]);
  const change = useCallback<ChangeList>(
    (changed) => {
      const usual = usualOf(kind);
      // Reads the current address, because a fast user can act before the last change is rendered.
      // A new search or order starts on the first page.
      const present = stateIn(new URLSearchParams(window.location.search), kind);
      const { equals, ...next } = {
        ...present,
        page: 1,
        ...(typeof changed === 'function' ? changed(present) : changed),
      };
      const plain = Object.entries(next).filter(([name, value]) => value !== usual[name as keyof ListState]);
      const given = [...plain, ...Object.entries(equals).filter(([, value]) => value)];
      const named = given.map(([name, value]) => [name === 'page' ? 'p' : name, String(value)]);
      void navigate({ search: String(new URLSearchParams(named)) });
    },
    [kind, navigate],
  );
  return [state, change];
}
