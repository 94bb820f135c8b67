import { tableName } from '@doorwright/crds/derive/tables.ts';
import { payment as kind, type Payment } from '@doorwright/crds/kinds/payment.ts';
import { Refusal } from '../../../core/errors.ts';
import { enqueue } from '../../../core/jobs/enqueue.ts';
import type { JobKind } from '../../../core/jobs/kind.ts';
import type { CommerceDeps } from '../deps.ts';
import { followRenewal, openRenewal } from './follow.ts';
import { nextTry } from './pace.ts';
import { isWanted } from './wanted.ts';

const table = tableName(kind);

/** Questions of one tick. The rest comes five seconds later. */
const atOnce = 200;

/** The next question, before this one: a vendor that never answers must not be asked without a pause. */
async function keepNext({ db, now }: CommerceDeps, { name, renewalAsked }: Payment): Promise<void> {
  await db(table)
    .where({ owner: 'admin', name })
    .update({
      renewal_ask_time: nextTry(now(), renewalAsked),
      renewal_asked: renewalAsked + 1,
    });
}

/** Asks about one renewal. One that nobody wants any more is cancelled first, until the vendor says that it has ended. */
export const renewalQuestions: JobKind<{ name: string; asked: number; time: string }, CommerceDeps> = {
  name: 'renewal-question',
  retry: { times: 0, firstSeconds: 5, mostSeconds: 5 },
  atOnce: 4,
  withinSeconds: 60,
  keyOf: ({ name, asked, time }) => `${name} ${asked} ${time}`,
  async run({ name }, deps) {
    const { db, store } = deps;
    const first = (await store('payment').find(db, 'admin', name)) as unknown as Payment | undefined;
    if (!first?.renewalAskTime || new Date(first.renewalAskTime) > deps.now()) return;
    await keepNext(deps, first);
    try {
      const desk = await openRenewal(deps, first);
      if (!desk) return;
      if (!(await isWanted({ sql: db, store }, first))) await desk.renewal.cancel(desk.ref, desk.till);
      await followRenewal(deps, first, desk, 'clock');
    } catch (error) {
      // A refusal is the vendor's word, or its silence. The next question comes later.
      if (!(error instanceof Refusal)) throw error;
    }
  },
};

interface Row {
  name: string;
  renewal_asked: number;
  renewal_ask_time: Date;
}

const ask = ({ db }: CommerceDeps, rows: readonly Row[]) =>
  enqueue(
    db,
    renewalQuestions,
    ...rows.map(({ name, renewal_asked, renewal_ask_time }) => ({
      ...{ name, asked: renewal_asked, time: renewal_ask_time.toISOString() },
    })),
  );

/** Finds the renewals whose vendors must be asked. */
export const dueRenewals: JobKind<object, CommerceDeps> = {
  name: 'renewals-due',
  cron: '*/5 * * * * *',
  retry: { times: 1, firstSeconds: 5, mostSeconds: 5 },
  atOnce: 1,
  withinSeconds: 60,
  async run(_payload, deps) {
    const due = deps.db(table).whereNot({ renewal_id: '' }).where('renewal_ask_time', '<=', deps.now());
    await ask(
      deps,
      await due.orderBy('renewal_ask_time').limit(atOnce).select('name', 'renewal_asked', 'renewal_ask_time'),
    );
  },
};

/**
 * Finds the renewals that no subscription names any more, and whose vendors do not know it yet. Somebody may have cancelled, changed the plan or deleted
 * anything: the rows say it, so no cause can forget to tell. A vendor that does not answer is tried at the pauses of its questions.
 */
export const unwantedRenewals: JobKind<object, CommerceDeps> = {
  name: 'renewals-unwanted',
  cron: '*/15 * * * * *',
  retry: { times: 1, firstSeconds: 5, mostSeconds: 5 },
  atOnce: 1,
  withinSeconds: 60,
  async run(_payload, deps) {
    const { db, store, now } = deps;
    const naming = db(store('subscription').table).where({ renewal_order: db.ref(`${table}.name`) });
    const unwanted = db(table)
      .whereNot({ renewal_id: '' })
      .whereNotNull('renewal_ask_time')
      .where({ renewal_asked: 0 })
      .whereNotExists(naming.select(db.raw('1')))
      .limit(atOnce);
    const rows: Row[] = await db(table)
      .whereIn('name', unwanted.select('name'))
      .update({ renewal_ask_time: now() })
      .returning(['name', 'renewal_asked', 'renewal_ask_time']);
    await ask(deps, rows);
  },
};
