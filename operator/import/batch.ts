import { importBatch } from '@doorwright/crds/options/imported.ts';
import type { ImportedObject } from '@doorwright/transfer/contract.ts';
import { isWithin, nothing, type Size, sizeOf, sum } from './request-size.ts';

/** The api takes 8 MB, 60,000 members and 100,000 values. Some room is left for the rest of the request. */
const limits: Size = { objects: importBatch, bytes: 6_000_000, members: 50_000, values: 80_000 };

/** Objects that go in one request, with the organizations that a plan sends along. */
export class Batch {
  readonly objects: ImportedObject[] = [];
  readonly #premises = new Set<ImportedObject>();
  #size = nothing;

  /** Takes an object if the request has room for it. An empty one takes everything: the api says then what is too much. */
  takes(object: ImportedObject, premises: readonly ImportedObject[]): boolean {
    const fresh = premises.filter((each) => !this.#premises.has(each));
    const size = [object, ...fresh].map(sizeOf).reduce(sum, this.#size);
    if (this.objects.length > 0 && !isWithin(size, limits)) return false;
    this.objects.push(object);
    for (const each of fresh) this.#premises.add(each);
    this.#size = size;
    return true;
  }
}
