import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTenants } from '../../harness/world.ts';
import { invoiceDesk, ming } from './desk.ts';

type World = Awaited<ReturnType<typeof startTenants>>;
let world: World;
let desk: ReturnType<typeof invoiceDesk>;

beforeAll(async () => {
  world = await startTenants();
  desk = invoiceDesk(world.app, world.root);
});
afterAll(() => world?.app.stop());

test('forty invoices at once, with failures between, have numbers without gaps', async () => {
  const { app, root } = world;
  const names = Array.from({ length: 40 }, (_, at) => (at % 8 === 3 ? `broken${at}` : `sale${at}`));
  for (const name of names) {
    await desk.paid(name);
    await desk.change(root, name, ming);
  }
  // The line of the timeline is written after the number was taken. A failure there undoes the whole issue.
  await app.db.raw(`
    CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space left'; END $$;
    CREATE TRIGGER failing BEFORE INSERT ON payment_events FOR EACH ROW
      WHEN (NEW.type = 'invoiced' AND NEW.payment LIKE 'broken%') EXECUTE FUNCTION fail_once();
  `);
  const first = await Promise.all(names.map((name) => desk.issue(root, name)));
  expect(first.filter(({ status }) => status === 'error')).toHaveLength(5);
  await app.db.raw('DROP TRIGGER failing ON payment_events; DROP FUNCTION fail_once()');
  const later = await Promise.all(names.map((name) => desk.issue(root, name)));
  expect(later.every(({ status }) => status === 'ok')).toBe(true);
  // A second call answers the same invoice.
  expect(later.filter(({ data }, at) => data !== first[at]?.data)).toHaveLength(5);

  const numbers: string[] = (await app.db('invoices').select('name')).map(({ name }) => name).toSorted();
  const year = new Date().getUTCFullYear();
  expect(numbers).toEqual(names.map((_, at) => `INV-${year}-${String(at + 1).padStart(6, '0')}`));
  expect(new Set(later.map(({ data }) => data)).size).toBe(40);
});
