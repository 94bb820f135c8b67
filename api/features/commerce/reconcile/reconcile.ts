import { tableName } from '@doorwright/crds/derive/tables.ts';
import { paymentDifference } from '@doorwright/crds/kinds/payment-difference.ts';
import { provider as providerKind } from '@doorwright/crds/kinds/provider.ts';
import { Refusal } from '../../../core/errors.ts';
import { enqueue } from '../../../core/jobs/enqueue.ts';
import type { JobKind } from '../../../core/jobs/kind.ts';
import { openTill } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { compareDay } from './compare.ts';

const table = tableName(paymentDifference);
const dayMs = 86_400_000;

async function keep({ db, store, now }: CommerceDeps, provider: string, day: string, words: Map<string, string>) {
  await db.transaction(async (sql) => {
    await sql(table)
      .whereIn('id', [...words.keys()])
      .delete();
    const time = now().toISOString();
    const rows = [...words]
      .filter(([, text]) => text !== '')
      .map(([id, text]) => ({
        owner: 'admin',
        id,
        createdTime: time,
        version: 1,
        provider,
        day,
        words: text.slice(0, 500),
      }));
    if (rows.length > 0) await sql(table).insert(rows.map((row) => store('payment-difference').toRow(row)));
  });
}

/** Compares one day of one provider. The day belongs to the payload, so a later try compares the same one. */
export const reconciliations: JobKind<{ provider: string; day: string }, CommerceDeps> = {
  name: 'payment-reconciliation',
  retry: { times: 8, firstSeconds: 300, mostSeconds: 7_200 },
  atOnce: 1,
  withinSeconds: 1_800,
  keyOf: ({ provider, day }) => `${provider} ${day}`,
  async run({ provider, day }, deps) {
    const counter = await openTill(deps, provider).catch((error) => {
      // A provider that is gone, off or incomplete has no list.
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (!counter || (counter.channel.canBeAsked === false && !counter.channel.paidOn)) return;
    await keep(deps, provider, day, await compareDay(deps, counter, new Date(`${day}T00:00:00Z`)));
  },
};

/** Every night. The list of WeChat Pay for a day is whole on the second day after it. */
export const dueReconciliations: JobKind<object, CommerceDeps> = {
  name: 'payment-reconciliations-due',
  cron: '0 40 4 * * *',
  retry: { times: 3, firstSeconds: 60, mostSeconds: 600 },
  atOnce: 1,
  withinSeconds: 60,
  async run(_payload, { db, now }) {
    const day = new Date(now().getTime() - 2 * dayMs).toISOString().slice(0, 10);
    const rows = await db(tableName(providerKind)).where({ category: 'Payment' }).select('name');
    await enqueue(db, reconciliations, ...rows.map(({ name }) => ({ provider: name as string, day })));
  },
};
