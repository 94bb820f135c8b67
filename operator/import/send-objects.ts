import { setTimeout as delay } from 'node:timers/promises';
import { type ImportAnswer, type ImportResult, importBatch } from '@doorwright/crds/options/imported.ts';
import { type ImportedObject, type Item, isLoss, type Loss } from '@doorwright/transfer/contract.ts';
import { ApiRefusal } from '../api/api-refusal.ts';
import { PlannedNames } from './planned-names.ts';

/** Sends one request to the api. */
export type SendObjects = (request: { plan: boolean; objects: readonly ImportedObject[] }) => Promise<ImportAnswer>;

export interface Sending {
  plan: boolean;
  send: SendObjects;
  onResult: (object: ImportedObject, result: ImportResult) => void;
  onLoss: (loss: Loss) => void;
}

/** A busy or restarting api answers again within about a minute. */
const pausesMs = [500, 2000, 5000, 15_000, 30_000];

/** The api takes an object once, however often it arrives, so a request whose answer got lost is sent again. */
async function patiently<T>(ask: () => Promise<T>, isFirst: boolean): Promise<T> {
  for (const pause of isFirst ? [] : pausesMs) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ApiRefusal && error.retryAfterMs === undefined) throw error;
      await delay(Math.max(pause, error instanceof ApiRefusal ? (error.retryAfterMs ?? 0) : 0));
    }
  }
  return ask();
}

/**
 * Sends what a source has, in its order, and tells what became of each object. A plan changes nothing, so each of its requests begins
 * with the organizations that the others need.
 */
export async function sendObjects(
  items: AsyncIterable<Item>,
  { plan, send, onResult, onLoss }: Sending,
): Promise<void> {
  const planned = new PlannedNames();
  let isFirst = true;
  let waiting: ImportedObject[] = [];

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const premises = plan ? planned.organizationsOf(waiting) : [];
    const objects = plan ? waiting.map((each) => planned.without(each)) : waiting;
    const { results } = await patiently(() => send({ plan, objects: [...premises, ...objects] }), isFirst);
    isFirst = false;
    for (const [at, object] of waiting.entries()) {
      const result = results[premises.length + at] as ImportResult;
      if (plan && result.outcome === 'added') planned.add(object);
      onResult(object, result);
    }
    waiting = [];
  }

  for await (const item of items) {
    if (isLoss(item)) {
      onLoss(item);
      continue;
    }
    // References within one request need no help: the api sees them.
    const isNextSort = waiting.at(-1)?.kind !== item.kind && item.kind === 'user';
    if (isNextSort || waiting.length + planned.organizations >= importBatch) await flush();
    waiting.push(item);
  }
  await flush();
}
