import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../http/call.ts';

export interface Found {
  kind: string;
  owner: string;
  name: string;
  displayName: string;
  /** Of people. */
  avatar?: string;
}

interface Answer {
  found: readonly Found[];
  /** By kind: how many objects its list finds, if these are more. Null if nobody counted them. */
  totals: Readonly<Record<string, number | null>>;
}

const nothing: Answer = { found: [], totals: {} };

/** A pause after the last key, shorter than one between keys, so that the results come as somebody types. */
const pauseMs = 40;

/** The text, once the user has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Objects whose name contains the text. The server answers with those that the user may see. */
export function useFound(text: string, isEnabled: boolean) {
  const q = usePaused(text.trim());
  const { data, isFetching } = useQuery({
    queryKey: ['search', q],
    queryFn: async ({ signal }): Promise<Answer> => {
      const { data, data2 } = await call<Found[]>('search', { query: { q }, signal });
      return { found: data, totals: data2 as Answer['totals'] };
    },
    enabled: isEnabled && q !== '',
    placeholderData: keepPreviousData,
  });
  const isCurrent = q === text.trim() && !isFetching;
  return { ...(text.trim() === '' ? nothing : (data ?? nothing)), isCurrent: !isEnabled || isCurrent };
}
