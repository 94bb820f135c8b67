import { useEffect, useState } from 'react';
import { call } from '../../../call.ts';
import { withFreshProof } from '../../../factor/with-fresh-proof.ts';
import type { Sentence } from '../../../words.ts';

export interface Factor {
  type: string;
  createdTime: string;
  usedTime: string;
  /** For recovery codes, the number of unused ones. */
  left: number;
}

export interface TrustedDevice {
  id: string;
  isThis: boolean;
  createdTime: string;
  expireTime: string;
  clientIp: string;
  userAgent: string;
}

interface More {
  devices: readonly TrustedDevice[];
  /** Types that the user can set up. */
  addable: readonly string[];
}

interface Found {
  factors: readonly Factor[];
  more: More;
}

async function ask(): Promise<Found> {
  const { data, data2 } = await call<Factor[]>('get-factors');
  return { factors: data, more: data2 as More };
}

/** Both panels about second factors show the same list. One request serves them for as long as one of them is shown. */
const readers = new Set<() => void>();
let list: Promise<Found> | undefined;

function listOfBoth(): Promise<Found> {
  list ??= ask();
  return list;
}

/** The second factors of the user, and the actions on them. The user proves themselves anew where the api wants that. */
export function useFactors() {
  const [found, setFound] = useState<Found>();
  const [failure, setFailure] = useState<Sentence>('');
  const [busy, setBusy] = useState('');

  useEffect(() => {
    const again = () => void listOfBoth().then(setFound).catch(setFailure);
    readers.add(again);
    again();
    return () => {
      readers.delete(again);
      if (readers.size === 0) list = undefined;
    };
  }, []);

  /** The answer of the action. Without one, it failed, and the panel says why. */
  async function act<T>(key: string, name: string, body: object = {}): Promise<{ data: T } | undefined> {
    setBusy(key);
    setFailure('');
    try {
      return await withFreshProof(() => call<T>(name, { body }));
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy('');
    }
  }

  const changed = () => {
    list = undefined;
    for (const again of readers) again();
  };
  return { found, failure, busy, act, changed };
}
