import type { Query } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Declarations } from './reports.ts';

/** A user who edits a file expects the result here quickly. */
const watchfulMs = 1000;
const quietMs = 15_000;
/** The time without a change after which the page reads less often. */
const patienceMs = 5 * 60_000;

const contentOf = ({ folders, elsewhere }: Declarations) =>
  JSON.stringify([folders.map(({ resources }) => resources), elsewhere]);

/**
 * The time until the next read: a second while declarations change or the user is active, longer otherwise. A hidden page does not
 * read, which is the default of queries.
 */
export function usePollInterval(): (query: Query<Declarations>) => number {
  const seen = useRef({ content: '', at: Date.now() });
  useEffect(() => {
    const wake = () => {
      seen.current.at = Date.now();
    };
    const signs = ['focus', 'pointermove', 'keydown'] as const;
    for (const sign of signs) window.addEventListener(sign, wake, { passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, wake);
    };
  }, []);
  return ({ state: { data } }) => {
    const content = data ? contentOf(data) : '';
    if (content !== seen.current.content) seen.current = { content, at: Date.now() };
    return Date.now() - seen.current.at < patienceMs ? watchfulMs : quietMs;
  };
}
