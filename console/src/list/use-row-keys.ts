import { type RefObject, useRef } from 'react';

interface Taken {
  ids: readonly string[];
  keys: readonly string[];
}

/**
 * The keys of rows, by which React keeps their elements. An object keeps its row when others come and go. A page of other objects takes over
 * the rows of the page before: new texts in old elements are a third of the work. A row that has the focus is given to no other object.
 */
export function useRowKeys(body: RefObject<Element | null>, ids: readonly string[]): readonly string[] {
  const taken = useRef<Taken>({ ids: [], keys: [] });
  const next = useRef(0);
  const { ids: before, keys } = taken.current;
  if (String(ids) === String(before)) return keys;
  const isOther = !ids.some((id) => before.includes(id)) && !body.current?.contains(document.activeElement);
  const fresh = () => `row-${next.current++}`;
  const keyOf = (id: string, at: number) => (isOther ? keys[at] : keys[before.indexOf(id)]) ?? fresh();
  taken.current = { ids, keys: ids.map(keyOf) };
  return taken.current.keys;
}
