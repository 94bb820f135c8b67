import type { ImportAnswer, ImportedObject, ImportRequest, ImportResult } from '@doorwright/crds/options/imported.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { withRetry } from '../../../core/objects/storage/conflicts.ts';
import type { TransferDeps } from '../deps.ts';
import { createConfigurationImport } from './configuration.ts';
import { createPeopleImport } from './people/people.ts';

/** Rolls a plan back, with the answer that the import would have had. */
class Planned extends Error {
  readonly results: ImportResult[];
  constructor(results: ImportResult[]) {
    super('plan');
    this.results = results;
  }
}

/** The objects in their order. Users who follow each other are one batch. */
function batchesOf(objects: readonly ImportedObject[]): ImportedObject[][] {
  const batches: ImportedObject[][] = [];
  for (const object of objects) {
    const last = batches.at(-1);
    if (object.kind === 'user' && last?.[0]?.kind === 'user') last.push(object);
    else batches.push([object]);
  }
  return batches;
}

/** Imports the objects of a request, all in one transaction. After a crash nothing of it is there, and the same request does it again. */
export function createImport(deps: TransferDeps) {
  const { db, store, registry, box } = deps;
  const importConfiguration = createConfigurationImport(deps);
  const importPeople = createPeopleImport(deps);

  async function importAll(objects: readonly ImportedObject[], context: RequestContext, work: Work) {
    const results: ImportResult[] = [];
    for (const batch of batchesOf(objects)) {
      const [first] = batch;
      if (first?.kind === 'user') results.push(...(await importPeople(batch, context, work)));
      else if (first) results.push(await importConfiguration(first, context, work));
    }
    return results;
  }

  return async (context: RequestContext, { plan, objects }: ImportRequest): Promise<ImportAnswer> => {
    try {
      const results = await withRetry(() =>
        db.transaction(async (sql) => {
          const work = { sql, store, registry, box, caller: context.caller, now: context.now };
          const made = await importAll(objects, context, work);
          if (plan) throw new Planned(made);
          return made;
        }),
      );
      return { results };
    } catch (error) {
      if (error instanceof Planned) return { results: error.results };
      throw error;
    }
  };
}
