import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/**
 * What a collector reads, by these files of open-telemetry/opentelemetry-proto (read 2026-11-27): `docs/specification.md` («JSON
 * Protobuf Encoding», «OTLP/HTTP Response», «Partial Success», «Failures»), `logs/v1/logs.proto`, `common/v1/common.proto` and
 * `examples/logs.json`. Its statuses are those of `receiver/otlpreceiver/otlphttp.go` in open-telemetry/opentelemetry-collector.
 * A real one ignores fields with unknown names. This one refuses them, because each of ours should have an effect.
 */
const unsigned64 = z
  .string()
  .regex(/^\d+$/)
  .refine((text) => BigInt(text) < 2n ** 64n);
const signed64 = z
  .union([z.int(), z.string().regex(/^-?\d+$/)])
  .refine((number) => BigInt.asIntN(64, BigInt(number)) === BigInt(number));
const unsigned32 = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);
/** Exactly one of these. Values of bytes are base64, unlike those of traces. */
const value: z.ZodType<Record<string, unknown>> = z.lazy(() =>
  z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ boolValue: z.boolean() }),
    z.strictObject({ intValue: signed64 }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ bytesValue: z.base64() }),
    z.strictObject({ arrayValue: z.strictObject({ values: z.array(value) }) }),
    z.strictObject({ kvlistValue: z.strictObject({ values: attributes }) }),
  ]),
);
/** Keys are unique and not empty. */
const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value }))
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'a key comes twice');
const hexOf = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-fA-F]{${2 * bytes}}$`));
const log = z.strictObject({
  timeUnixNano: unsigned64,
  observedTimeUnixNano: unsigned64.refine((text) => text !== '0', 'a collector fills this, and so does a program'),
  // An enum is its number. 0 must not be used.
  severityNumber: z.int().min(1).max(24),
  severityText: z.string(),
  body: value,
  eventName: z.string(),
  attributes,
  droppedAttributesCount: unsigned32,
  flags: unsigned32.optional(),
  traceId: hexOf(16).optional(),
  spanId: hexOf(8).optional(),
});
const described = { attributes, droppedAttributesCount: unsigned32.optional() };
const schemaUrl = z.string().optional();
const request = z.strictObject({
  resourceLogs: z.array(
    z.strictObject({
      resource: z.strictObject(described),
      scopeLogs: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string(), ...z.object(described).partial().shape }),
          logRecords: z.array(log),
          schemaUrl,
        }),
      ),
      schemaUrl,
    }),
  ),
});

export type Log = z.infer<typeof log>;
type Attributes = z.infer<typeof attributes>;
export const valuesOf = ({ attributes }: { attributes: Attributes }): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
export const idOf = (each: Log): number => Number(valuesOf(each)['doorwright.record.id']);

interface Reply {
  status?: number;
  /** Logs that it refuses for good, though it takes the request. */
  rejects?: (each: Log) => boolean;
}

/** A collector of OpenTelemetry. */
export async function startCollector() {
  const started = {
    url: '',
    logs: [] as Log[],
    resources: [] as Record<string, unknown>[],
    /** What did not follow the specification. */
    mistakes: [] as string[],
    requests: 0,
    /** How it answers the next requests. */
    reply: (_logs: Log[]): Reply => ({}),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString();
    started.requests++;
    const answer = (status: number, content: object) =>
      void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
    // A failure is a message of the type `Status`.
    const refuse = (status: number, message: string, isMistake = true) => {
      if (isMistake) started.mistakes.push(message);
      answer(status, { message });
    };
    if (req.method !== 'POST') return refuse(405, `the method ${req.method}`);
    if (req.url !== '/v1/logs') return refuse(404, `the path ${req.url}`);
    const [type] = String(req.headers['content-type']).split(';');
    if (type !== 'application/json') return refuse(415, `the type ${type}`);
    const read = request.safeParse(JSON.parse(body));
    if (!read.success) return refuse(400, z.prettifyError(read.error));
    const { resourceLogs } = read.data;
    const logs = resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
    const { status = 200, rejects = () => false } = started.reply(logs);
    if (status !== 200) return refuse(status, `status ${status}`, false);
    const kept = logs.filter((each) => !rejects(each));
    started.logs.push(...kept);
    started.resources.push(...resourceLogs.map(({ resource }) => valuesOf(resource)));
    const rejectedLogRecords = String(logs.length - kept.length);
    answer(
      200,
      kept.length === logs.length ? {} : { partialSuccess: { rejectedLogRecords, errorMessage: 'too long' } },
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  started.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return started;
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;
