import { useState } from 'react';
import { call } from '../../../call.ts';
import { withFreshProof } from '../../../factor/with-fresh-proof.ts';
import { useOnce } from '../../../frame/use-once.ts';
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

/** Both panels about second factors read the same list. */
const readers = new Set<() => void>();

/** The second factors of the user, and the actions on them. The user proves themselves anew where the api wants that. */
export function useFactors() {
  const [found, setFound] = useState<{ factors: readonly Factor[]; more: More }>();
  const [failure, setFailure] = useState<Sentence>('');
  const [busy, setBusy] = useState('');
  const read = async () => {
    const { data, data2 } = await call<Factor[]>('get-factors');
    setFound({ factors: data, more: data2 as More });
  };

  useOnce(() => {
    const again = () => void read().catch(setFailure);
    readers.add(again);
    again();
  });

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
    for (const again of readers) again();
  };
  return { found, failure, busy, act, changed };
}
