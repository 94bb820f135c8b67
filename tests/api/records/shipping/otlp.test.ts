import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type Collector, idOf, startCollector, valuesOf } from './collector.ts';
import { storedIds, write } from './shipping-world.ts';

let collector: Collector;
let app: TestApp;
beforeAll(async () => {
  collector = await startCollector();
  app = await startApp({ settings: { DOORWRIGHT_RECORDS_OTLP_ENDPOINT: collector.url } });
});
afterAll(async () => {
  await app?.stop();
  collector?.stop();
});
beforeEach(async () => {
  collector.reply = () => ({});
  await arrived();
  return () => expect(collector.mistakes).toEqual([]);
});

const waiting = { timeout: 40_000, interval: 100 };
const lost = new Set<number>();
const ids = () => collector.logs.map(idOf);
const expected = async () => (await storedIds(app)).filter((id) => !lost.has(id));
const arrived = () => expect.poll(async () => ids().length >= (await expected()).length, waiting).toBe(true);
const metric = async (name: string) => {
  const text = await app.metrics();
  return Number(new RegExp(`doorwright_record_shipping_${name}\\{target="otlp"\\} (\\S+)`).exec(text)?.[1]);
};
const nameOf = (each: Collector['logs'][number]) => valuesOf(each)['user.name'];
const idsOf = async (user: string) => (await app.db('records').where({ user }).pluck('id')).map(Number);

test('a collector gets each record as a log that it can read, with the time, the outcome and the fields', async () => {
  const changes = [{ field: 'displayName', before: 'a', after: 'b' }];
  await write(app, 250, { user: 'ann', clientIp: '203.0.113.9', changes });
  await write(app, 1, { user: 'bob', outcome: 'refused', reason: 'stale', createdTime: '2026-03-01T10:00:00.123Z' });
  await arrived();
  expect(ids()).toEqual(await storedIds(app));
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'doorwright-api' });
  expect(collector.logs.at(-1)).toMatchObject({
    timeUnixNano: '1772359200123000000',
    ...{ severityNumber: 13, severityText: 'WARN', eventName: 'doorwright.record' },
    body: { stringValue: 'login: refused (stale) by acme/bob' },
  });
  const [before] = collector.logs.slice(-2);
  expect(before).toMatchObject({ severityNumber: 9, severityText: 'INFO' });
  expect(before && valuesOf(before)).toMatchObject({
    ...{ 'user.name': 'ann', 'client.address': '203.0.113.9', 'doorwright.record.outcome': 'ok' },
    'doorwright.record.changes': JSON.stringify(changes),
  });
});

test('a collector that is busy or away loses nothing, and the metrics say how old the oldest record is that it lacks', async () => {
  collector.reply = () => ({ status: 503 });
  await write(app, 3);
  await expect.poll(() => metric('lag_seconds'), { timeout: 20_000 }).toBeGreaterThan(1);
  collector.reply = () => ({});
  await arrived();
  expect(ids()).toEqual(await storedIds(app));
  await expect.poll(() => metric('lag_seconds'), { timeout: 20_000 }).toBe(0);
});

test('logs that a collector refuses for good are not sent again, and the log and the metrics count them', async () => {
  collector.reply = () => ({ rejects: (each) => nameOf(each) === 'long' });
  const before = (await metric('refused_total')) || 0;
  await app.db.transaction(async (sql) => {
    await write({ ...app, db: sql as never }, 2, { user: 'short' });
    await write({ ...app, db: sql as never }, 3, { user: 'long' });
    await write({ ...app, db: sql as never }, 2, { user: 'short' });
  });
  for (const id of await idsOf('long')) lost.add(id);
  await arrived();
  await write(app, 1, { user: 'later' });
  await arrived();
  expect(ids()).toEqual(await expected());
  expect(await metric('refused_total')).toBe(before + 3);
  const line = app.logged.find((each) => each.includes('Records were refused for good'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ target: 'otlp', records: 3, reason: 'too long' });
});

test('a log that a collector cannot read delays no other, and those that come with it arrive in order', async () => {
  collector.reply = (logs) => (logs.some((each) => nameOf(each) === 'poison') ? { status: 400 } : {});
  const before = (await metric('refused_total')) || 0;
  await app.db.transaction(async (sql) => {
    await write({ ...app, db: sql as never }, 20, { user: 'good' });
    await write({ ...app, db: sql as never }, 1, { user: 'poison' });
    await write({ ...app, db: sql as never }, 20, { user: 'good' });
  });
  for (const id of await idsOf('poison')) lost.add(id);
  await arrived();
  expect([...new Set(ids())]).toEqual(await expected());
  await expect.poll(() => metric('refused_total')).toBe(before + 1);
});

test.each([400, 401, 413])('a collector that answers everything with %i loses nothing', async (status) => {
  const failures = () => app.logged.filter((line) => line.includes('Records could not be sent')).length;
  const [before, refused] = [failures(), (await metric('refused_total')) || 0];
  collector.reply = () => ({ status });
  await write(app, 12);
  await expect.poll(failures, waiting).toBeGreaterThan(before);
  collector.reply = () => ({});
  await arrived();
  expect([...new Set(ids())]).toEqual(await expected());
  expect((await metric('refused_total')) || 0).toBe(refused);
});
