import { useEffect, useState } from 'react';
import { call } from '../call.ts';

interface Loaded<T> {
  code: string | undefined;
  list: readonly T[];
}

/** The choices of an application. They are undefined while they load, and null if there are none. */
export function useChoices<T>(name: string, applicationId: string, code?: string): readonly T[] | undefined {
  const [loaded, setLoaded] = useState<Loaded<T>>();
  useEffect(() => {
    if (code === '') return;
    let isWanted = true;
    const show = (list: readonly T[]) => isWanted && setLoaded({ code, list });
    call<T[]>(name, { query: { applicationId, code } }).then(
      ({ data }) => show(data),
      () => show([]),
    );
    return () => {
      isWanted = false;
    };
  }, [name, applicationId, code]);
  return loaded && loaded.code === code ? loaded.list : undefined;
}
