import type { ImportAnswer, ImportResult } from '@doorwright/crds/options/imported.ts';
import { type ImportedObject, type Item, isLoss, type Loss } from '@doorwright/transfer/contract.ts';
import { ApiRefusal } from '../api/api-refusal.ts';
import { Batch } from './batch.ts';
import { patiently } from './patiently.ts';
import { PlannedNames } from './planned-names.ts';

/** Sends one request to the api. */
export type SendObjects = (request: { plan: boolean; objects: readonly ImportedObject[] }) => Promise<ImportAnswer>;

export interface Sending {
  plan: boolean;
  send: SendObjects;
  onResult: (object: ImportedObject, result: ImportResult) => void;
  onLoss: (loss: Loss) => void;
}

/** The api could not read the request. One of its objects is to blame, and the others are good. */
const isUnreadable = (error: unknown): error is ApiRefusal =>
  error instanceof ApiRefusal && [400, 413, 422].includes(error.status);

/** The only object of a request that the api could not read. */
function refusedBy({ problem, code, message }: ApiRefusal): ImportResult {
  const fields = (problem.fields ?? []).map((each) => ({
    field: each.field.replace(/^objects\[\d+\]\.?/, ''),
    ...{ code, message: each.message },
  }));
  return { outcome: 'refused', differs: [], problems: fields.length > 0 ? fields : [{ field: '', code, message }] };
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
  let batch = new Batch();

  const premisesOf = (objects: readonly ImportedObject[]) => (plan ? planned.organizationsOf(objects) : []);

  function tell(object: ImportedObject, result: ImportResult): void {
    if (plan && result.outcome === 'added') planned.add(object);
    onResult(object, result);
  }

  async function deliver(waiting: readonly ImportedObject[]): Promise<void> {
    if (waiting.length === 0) return;
    const premises = premisesOf(waiting);
    const objects = plan ? waiting.map((each) => planned.without(each)) : waiting;
    try {
      const { results } = await patiently(() => send({ plan, objects: [...premises, ...objects] }), isFirst);
      isFirst = false;
      for (const [at, object] of waiting.entries()) tell(object, results[premises.length + at] as ImportResult);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      isFirst = false;
      if (waiting.length === 1) return tell(waiting[0] as ImportedObject, refusedBy(error));
      // Halves find the wrong object in few requests, and keep the order.
      const half = Math.ceil(waiting.length / 2);
      await deliver(waiting.slice(0, half));
      await deliver(waiting.slice(half));
    }
  }

  async function flush(): Promise<void> {
    const { objects } = batch;
    batch = new Batch();
    await deliver(objects);
  }

  for await (const item of items) {
    if (isLoss(item)) {
      onLoss(item);
      continue;
    }
    // References within one request need no help: the api sees them.
    const last = batch.objects.at(-1);
    if (last && last.kind !== item.kind && item.kind === 'user') await flush();
    if (batch.takes(item, premisesOf([item]))) continue;
    await flush();
    batch.takes(item, premisesOf([item]));
  }
  await flush();
}
