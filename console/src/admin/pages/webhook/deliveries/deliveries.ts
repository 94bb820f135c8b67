import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';

export interface Attempt {
  time: string;
  url: string;
  method: string;
  status: number;
  /** Milliseconds. */
  duration: number;
  answer: string;
  problem: string;
  /** Code of the problem, and what it names. */
  code: string;
  value: string;
}

export const states = ['waiting', 'sent', 'dead'] as const;

export interface Delivery {
  id: string;
  createdTime: string;
  event: string;
  object: string;
  /** Name of the record that the delivery tells. */
  record: string;
  state: (typeof states)[number];
  /** What a waiting one waits for. */
  waitsFor: '' | 'webhook' | 'earlier' | 'pause' | 'turn';
  /** When the next attempt is due. */
  nextTime: string;
  tries: number;
  status: number;
  duration: number;
  problem: string;
  attempts: readonly Attempt[];
}

export interface Figures {
  total: number;
  /** Of the last 24 hours. */
  attempts: number;
  succeeded: number;
  p95: number;
}

export interface Asked {
  page: number;
  pageSize: number;
  state: string;
  event: string;
}

const refreshMs = 5_000;

/** The deliveries of a webhook, again every few seconds while one waits. */
export const deliveriesQuery = (webhook: string, asked: Asked) =>
  queryOptions({
    queryKey: ['webhook', 'deliveries', webhook, asked],
    async queryFn({ signal }) {
      const { page: p, ...filter } = asked;
      const query = { id: `admin/${webhook}`, p, ...filter };
      const { data, data2 } = await call<Delivery[]>('get-webhook-deliveries', { query, signal });
      return { rows: data, figures: data2 as Figures };
    },
    refetchInterval: ({ state }) => (state.data?.rows.some((each) => each.state === 'waiting') ? refreshMs : false),
  });
