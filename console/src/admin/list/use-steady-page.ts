import { useCallback, useEffect, useRef, useState } from 'react';
import type { Page } from '../http/read-page.ts';
import type { ChangeList, ListState } from './list-state.ts';

/** A reader notices no shorter wait (in milliseconds). */
const patience = 100;

interface Asked {
  /** The state of the address. */
  state: ListState;
  /** Undefined until the answer has come. */
  page: Page | undefined;
  hasFailed: boolean;
  /** Rows of another list never stay. */
  list: string;
}

interface Shown {
  /** What the address asks for, or what it asked for before. */
  state: ListState;
  /** Undefined while it loads. */
  page: Page | undefined;
  /** Goes to another page or size of pages, as the pagination below these rows says. */
  turn: (changed: { page: number } | { pageSize: number }) => void;
}

/**
 * The rows that stand in the list, with the state that they are for. They stay until the next ones come, so a quick answer draws the table once.
 * When an answer takes longer, skeletons stand under the numbers of the address.
 */
export function useSteadyPage({ state, page, hasFailed, list }: Asked, change: ChangeList): Shown {
  const shown = useRef({ state, page, list });
  const [slow, setSlow] = useState<ListState>();
  const isWaiting = !page && !hasFailed;
  const stays = isWaiting && shown.current.page !== undefined && shown.current.list === list && slow !== state;
  useEffect(() => {
    if (!stays) return;
    const timer = setTimeout(() => setSlow(state), patience);
    return () => clearTimeout(timer);
  }, [stays, state]);
  if (!stays) shown.current = { state, page, list };
  const number = shown.current.state.page;
  const turn = useCallback<Shown['turn']>(
    (changed) =>
      change((present) => {
        const step = 'page' in changed ? changed.page - number : 0;
        // If a reader turns pages faster than they arrive, the next step counts from the requested page.
        return Math.abs(step) === 1 ? { page: present.page + step } : changed;
      }),
    [change, number],
  );
  return { ...shown.current, turn };
}
