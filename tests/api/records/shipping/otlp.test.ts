import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { storedIds, write } from './shipping-world.ts';

/**
 * What a collector reads: JSON as `opentelemetry-proto` maps it, with numbers of 64 bits as texts. It ignores what it does not know;
 * this stand-in refuses it. The statuses are those of `receiver/otlpreceiver/otlphttp.go` in open-telemetry/opentelemetry-collector.
 */
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  // Numbers of 64 bits may be texts or, as long as they are exact, numbers.
  z.strictObject({ intValue: z.union([z.int(), z.string().regex(/^-?\d+$/)]) }),
]);
const attributes = z.array(z.strictObject({ key: z.string().min(1), value }));
const nanoseconds = z.string().regex(/^\d{19}$/);
const log = z.strictObject({
  timeUnixNano: nanoseconds,
  observedTimeUnixNano: nanoseconds,
  severityNumber: z.int().min(1).max(24),
  severityText: z.string(),
  body: z.strictObject({ stringValue: z.string().min(1) }),
  eventName: z.string(),
  attributes,
  droppedAttributesCount: z.literal(0),
  flags: z.number().optional(),
});
const request = z.strictObject({
  resourceLogs: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes, droppedAttributesCount: z.number().optional() }),
      scopeLogs: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          logRecords: z.array(log),
          schemaUrl: z.string().optional(),
        }),
      ),
      schemaUrl: z.string().optional(),
    }),
  ),
});

type Log = z.infer<typeof log>;
const valuesOf = ({ attributes }: Pick<Log, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

let collector: Server;
let url: string;
let isDown = false;
const logs: Log[] = [];
const resources: unknown[] = [];
const problems: string[] = [];
let app: TestApp;
beforeAll(async () => {
  collector = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString();
    const answer = (status: number) =>
      void res.writeHead(status, { 'Content-Type': 'application/json' }).end('{"partialSuccess":{}}');
    if (isDown) return answer(503);
    if (req.method !== 'POST' || req.url !== '/v1/logs') return answer(405);
    if (req.headers['content-type'] !== 'application/json') return answer(415);
    const read = request.safeParse(JSON.parse(body));
    if (!read.success) {
      problems.push(z.prettifyError(read.error));
      return answer(400);
    }
    for (const each of read.data.resourceLogs) {
      resources.push(valuesOf(each.resource));
      logs.push(...each.scopeLogs.flatMap(({ logRecords }) => logRecords));
    }
    answer(200);
  });
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  app = await startApp({ settings: { DOORWRIGHT_RECORDS_OTLP_ENDPOINT: url } });
});
afterAll(async () => {
  await app?.stop();
  collector?.close();
});

const ids = () => logs.map((each) => Number(valuesOf(each)['doorwright.record.id']));
const arrived = () =>
  expect.poll(async () => ids().length >= (await storedIds(app)).length, { timeout: 40_000, interval: 100 }).toBe(true);

test('a collector gets each record as a log that it can read, with the time, the outcome and the fields', async () => {
  const changes = [{ field: 'displayName', before: 'a', after: 'b' }];
  await write(app, 250, { user: 'ann', clientIp: '203.0.113.9', changes });
  await write(app, 1, { user: 'bob', outcome: 'refused', reason: 'stale', createdTime: '2026-03-01T10:00:00.123Z' });
  await arrived();
  expect(problems).toEqual([]);
  expect(ids()).toEqual(await storedIds(app));
  expect(resources[0]).toMatchObject({ 'service.name': 'doorwright-api' });
  expect(logs.at(-1)).toMatchObject({
    timeUnixNano: '1772359200123000000',
    ...{ severityNumber: 13, severityText: 'WARN', eventName: 'doorwright.record' },
    body: { stringValue: 'login: refused (stale) by acme/bob' },
  });
  expect(valuesOf(logs.at(-2) as Log)).toMatchObject({
    ...{ 'user.name': 'ann', 'client.address': '203.0.113.9', 'doorwright.record.outcome': 'ok' },
    'doorwright.record.changes': JSON.stringify(changes),
  });
});

test('a collector that is busy or away loses nothing, and the metrics say how old the oldest record is that it lacks', async () => {
  const lag = async () => {
    const { text } = await app.anonymous.get('/metrics');
    return Number(/doorwright_record_shipping_lag_seconds\{target="otlp"\} (\S+)/.exec(text)?.[1]);
  };
  isDown = true;
  await write(app, 3);
  await expect.poll(lag, { timeout: 20_000 }).toBeGreaterThan(1);
  isDown = false;
  await arrived();
  expect(ids()).toEqual(await storedIds(app));
  await expect.poll(lag, { timeout: 20_000 }).toBe(0);
});
