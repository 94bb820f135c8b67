import type { Query } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Declarations } from './reports.ts';

/** Whoever edits a file looks here for what came of it, soon. */
const watchfulMs = 1000;
const quietMs = 15_000;
/** How long something may have stood still before it is looked at less often. */
const patienceMs = 5 * 60_000;

const contentOf = ({ folders, elsewhere }: Declarations) =>
  JSON.stringify([folders.map(({ resources }) => resources), elsewhere]);

/**
 * How long to wait until the declarations are read again: a second while they change or somebody is at the page, longer
 * when nothing has happened for a while. A page out of sight does not read at all: that is how queries are.
 */
export function useWatchfulness(): (query: Query<Declarations>) => number {
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
