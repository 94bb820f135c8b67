import type { JsonLogsSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import { version } from '../../core/version.ts';
import type { KeptAnchor } from '../record-chain/read.ts';
import { anchorSentence, sentenceOf } from './sentence.ts';
import type { SentRecord } from './target.ts';

export type Log = Parameters<(typeof JsonLogsSerializer)['serializeRequest']>[0][number];

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

/** A record as a log of OpenTelemetry. */
export const logOf = (record: SentRecord, resource: Resource): Log => ({
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

/** An anchor as a log of OpenTelemetry. */
export const logOfAnchor = (anchor: KeptAnchor, resource: Resource): Log => ({
  ...severities.ok,
  hrTime: timeOf(Date.parse(anchor.sealedTime)),
  hrTimeObserved: timeOf(Date.now()),
  eventName: 'doorwright.anchor',
  body: anchorSentence(anchor),
  attributes: Object.fromEntries(Object.entries(anchor).map(([name, value]) => [`doorwright.anchor.${name}`, value])),
  resource,
  instrumentationScope: scope,
  droppedAttributesCount: 0,
});
