import type { RecordAnchor, RecordHead, StoredRecord } from '@doorwright/crds/values/record-chain.ts';
import type { ReadRows } from '@doorwright/crds/values/verify-chain.ts';
import type { CommandApi } from './api.ts';

export type SignedHead = RecordHead & { signature: string };
export type SignedAnchor = RecordAnchor & { signature: string };

type Query = Record<string, string | number>;

const pathOf = (path: string, query: Query) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;

/** All items after a place, by pages. */
async function allAfter<T>(
  after: number,
  read: { path: string; query: Query; placeOf: (item: T) => number },
  api: CommandApi,
) {
  const { path, query, placeOf } = read;
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const from = last === undefined ? after : placeOf(last);
    const { items } = await api.ask<{ items: T[] }>({ method: 'GET', path: pathOf(path, { ...query, after: from }) });
    if (items.length === 0) return all;
    all.push(...items);
  }
}

const numberOf = ({ number }: { number: number }) => number;

export const readAnchors = (after: number, api: CommandApi): Promise<SignedAnchor[]> =>
  allAfter<SignedAnchor>(after, { path: '/record-anchors', query: {}, placeOf: numberOf }, api);

export const readHeads = (organization: string, api: CommandApi): Promise<SignedHead[]> =>
  allAfter<SignedHead>(0, { path: '/record-heads', query: { organization }, placeOf: numberOf }, api);

export const readRows =
  (organization: string, api: CommandApi): ReadRows =>
  (after, to) =>
    allAfter<StoredRecord>(after, { path: '/record-rows', query: { organization, to }, placeOf: ({ id }) => id }, api);
