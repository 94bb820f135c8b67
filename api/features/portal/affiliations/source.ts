import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { isFresh } from '../../../core/cache/is-fresh.ts';
import type { Egress } from '../../../core/egress/gate.ts';
import { Refusal } from '../../../core/errors.ts';

const freshMs = 60_000;
const most = 50;
const limits = { maxBytes: 2 ** 20, timeoutMs: 5_000 };

/** Reads lists from addresses of organizations. Each is fetched once a minute, however many users sign up. */
export function createSource<T>(
  egress: Egress,
  shape: z.ZodType<T>,
): (organization: string, address: string) => Promise<T> {
  const known = new LRUCache<string, { at: number; list: Promise<T> }>({ max: most });

  async function read(organization: string, address: string): Promise<T> {
    try {
      const { status, body } = await egress
        .for({ organization })
        .fetch(address, { headers: { Accept: 'application/json' } }, limits);
      if (status !== 200) throw new Error(`answered ${status}`);
      return shape.parse(JSON.parse(body.toString()));
    } catch (cause) {
      throw new Refusal('choices-unavailable', {}, { cause });
    }
  }

  return (organization, address) => {
    // One organization may reach addresses that another may not.
    const key = JSON.stringify([organization, address]);
    const found = known.get(key);
    if (found && isFresh(found.at, freshMs)) return found.list;
    const list = read(organization, address);
    known.set(key, { at: Date.now(), list });
    list.catch(() => known.delete(key));
    return list;
  };
}
