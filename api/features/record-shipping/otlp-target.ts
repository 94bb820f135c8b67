import { version } from '../../core/version.ts';
import { sentenceOf } from './sentence.ts';
import { type SentRecord, sendMs, type Target } from './target.ts';

type Exporter = InstanceType<typeof import('@opentelemetry/exporter-logs-otlp-http').OTLPLogExporter>;
type Log = Parameters<Exporter['export']>[0][number];

/** The numbers of OpenTelemetry for INFO and WARN. */
const severities = {
  ok: { severityNumber: 9, severityText: 'INFO' },
  refused: { severityNumber: 13, severityText: 'WARN' },
} as const;

const timeOf = (milliseconds: number): Log['hrTime'] => [
  Math.floor(milliseconds / 1000),
  (milliseconds % 1000) * 1_000_000,
];

const scope = { name: 'doorwright.records', version };

const inOrder = ({ field, before, after }: SentRecord['changes'][number]) => ({ field, before, after });

/** The attributes of a record: those that OpenTelemetry names, and our own. */
function attributesOf({ createdTime: _time, version: _version, ...record }: SentRecord): Log['attributes'] {
  const { clientIp, method, user, sessionId, changes, ...own } = record;
  const named = {
    ...{ 'client.address': clientIp, 'http.request.method': method, 'user.name': user, 'session.id': sessionId },
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`doorwright.record.${name}`, value])),
    ...(changes.length > 0 && { 'doorwright.record.changes': JSON.stringify(changes.map(inOrder)) }),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
}

/** An OpenTelemetry collector. The exporter is loaded only for this. */
export async function otlpTarget(endpoint: string): Promise<Target> {
  const [{ OTLPLogExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/exporter-logs-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPLogExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/logs`, timeoutMillis: sendMs });
  const resource = resourceFromAttributes({ 'service.name': 'doorwright-api', 'service.version': version });
  const logOf = (record: SentRecord): Log => ({
    ...severities[record.outcome as keyof typeof severities],
    hrTime: timeOf(Date.parse(record.createdTime)),
    hrTimeObserved: timeOf(Date.now()),
    eventName: 'doorwright.record',
    body: sentenceOf(record),
    attributes: attributesOf(record),
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
  });
  return {
    name: 'otlp',
    send: (records) =>
      new Promise((resolve, reject) => {
        exporter.export(records.map(logOf), ({ code, error }) => {
          if (code === 0) resolve();
          else reject(new Error(`${new URL(endpoint).host}: ${error?.message ?? 'the logs were refused'}`));
        });
      }),
    close: () => exporter.shutdown(),
  };
}
