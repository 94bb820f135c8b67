import { useState } from 'react';
import { call } from '../call.ts';
import { useOnce } from '../frame/use-once.ts';
import type { Sentence } from '../words.ts';

/** A list of the api, and the actions on its rows. The row of an action is busy until the list is read again. */
export function useList<Row>(name: string) {
  const [rows, setRows] = useState<Row[]>();
  const [failure, setFailure] = useState<Sentence>('');
  const [busy, setBusy] = useState('');
  const read = async () => setRows((await call<Row[]>(name)).data);

  useOnce(() => {
    read().catch(setFailure);
  });

  /** Says whether the action succeeded. */
  async function act(key: string, action: () => Promise<unknown>): Promise<boolean> {
    setBusy(key);
    setFailure('');
    try {
      await action();
      await read();
      return true;
    } catch (error) {
      setFailure(error as Error);
      return false;
    } finally {
      setBusy('');
    }
  }

  return { rows, failure, busy, act };
}
