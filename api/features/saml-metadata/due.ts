import { enqueue } from '../../core/jobs/enqueue.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../db/knex.ts';
import { metadataReading, readingOf } from '../../kinds/provider/metadata-refresh.ts';

interface Deps extends Pick<Work, 'store'> {
  db: Db;
  now: () => Date;
}

/** Finds the providers whose metadata are due, and adds a job for each of them. */
export async function addDueReadings({ db, store, now }: Deps): Promise<void> {
  const [providers, readings] = [store('provider').table, store('metadata-refresh').table];
  const rows: { name: string; metadata_url: string }[] = await db(`${providers} as p`)
    .leftJoin(`${readings} as r`, 'r.provider', 'p.name')
    .where({ 'p.owner': 'admin', 'p.category': 'SAML' })
    .whereNot('p.metadata_url', '')
    .andWhere((due) => due.whereNull('r.next_time').orWhere('r.next_time', '<=', now()))
    .select('p.name', 'p.metadata_url');
  const due = rows.map(({ name, metadata_url: metadataUrl }) => readingOf({ name, metadataUrl }));
  await enqueue(db, metadataReading, ...due);
}

/** Looks for due metadata every ten minutes. */
export const dueMetadata: JobKind<object, Deps> = {
  name: 'metadata-due',
  cron: '*/10 * * * *',
  retry: { times: 2, firstSeconds: 30, mostSeconds: 60 },
  atOnce: 1,
  withinSeconds: 60,
  run: (_payload, deps) => addDueReadings(deps),
};
