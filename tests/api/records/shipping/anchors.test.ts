import { type CompactVerifyResult, compactVerify, createLocalJWKSet } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { sealAll } from '../../../harness/database/seal.ts';
import { idOf, startCollector, valuesOf } from './collector.ts';
import { write } from './shipping-world.ts';
import { syslogWorld, waiting } from './syslog-world.ts';

const { settingsFor, startSyslog } = syslogWorld();
let collector: Awaited<ReturnType<typeof startCollector>>;
let syslog: Awaited<ReturnType<typeof startSyslog>>;
let app: TestApp;
beforeAll(async () => {
  [collector, syslog] = await Promise.all([startCollector(), startSyslog()]);
  const settings = { DOORWRIGHT_RECORDS_OTLP_ENDPOINT: collector.url, ...settingsFor(syslog) };
  app = await startApp({ settings });
});
afterAll(async () => {
  await app?.stop();
  await syslog?.stop();
  collector?.stop();
});

type Anchor = Record<string, string>;
const prefix = 'doorwright.anchor.';
const ofCollector = (): Anchor[] =>
  collector.logs
    .filter(({ eventName }) => eventName === 'doorwright.anchor')
    .map((each) =>
      Object.fromEntries(
        Object.entries(valuesOf(each)).map(([name, value]) => [name.slice(prefix.length), String(value)]),
      ),
    );
const ofSyslog = (): Anchor[] =>
  syslog.messages.flatMap(({ data }) => (data['anchor@32473'] ? [data['anchor@32473']] : []));

/** The text that is signed, read with the keys that everybody may fetch. */
async function claimsOf({ signature = '' }: Anchor): Promise<Record<string, unknown>> {
  const { data } = (await app.anonymous.get('get-record-keys')).body;
  const { payload }: CompactVerifyResult = await compactVerify(signature, createLocalJWKSet(data));
  return JSON.parse(Buffer.from(payload).toString());
}

test('35.13 a collector and a syslog server get each anchor after the records that it covers, once and whole', async () => {
  const root = await app.admin();
  for (const round of [1, 2]) {
    await write(app, 3, { user: `round-${round}` });
    await sealAll(app);
    await expect.poll(() => [ofCollector().length, ofSyslog().length], waiting).toEqual([round, round]);
    const { data: offered } = (await root.get('get-record-anchor')).body;
    for (const sent of [ofCollector().at(-1), ofSyslog().at(-1)] as Anchor[]) {
      expect(sent).toEqual(Object.fromEntries(Object.entries(offered).map(([name, value]) => [name, String(value)])));
      const { number, digest, records, toId, sealedTime } = offered;
      expect(await claimsOf(sent)).toEqual({ anchor: number, digest, records, toId, sealedTime });
      // A reader of the stream can count the records too.
      const covered = (ids: number[]) => ids.filter((id) => id <= toId).length;
      expect([covered(collector.logs.map(idOf)), covered(syslog.ids())]).toEqual([records, records]);
    }
  }
  expect([collector.mistakes, syslog.mistakes]).toEqual([[], []]);
});
