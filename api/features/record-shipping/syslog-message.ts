import { version } from '../../core/version.ts';
import { sentenceOf } from './sentence.ts';
import type { SentRecord } from './target.ts';

/** Facility 13 is the audit log (RFC 5424, 6.2.1). */
const audit = 13;
const severities = { ok: 6, refused: 4 } as const;

/** The number that RFC 5612 keeps for documentation. The product has no number of its own. */
const dataName = 'record@32473';

const longestValue = 300;
const longestMessageId = 32;

// A receiver may write messages as lines, so a value must not begin another one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const oneLine = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').toWellFormed();

const escaped = (text: string) => oneLine(text.slice(0, longestValue)).replaceAll(/["\\\]]/g, '\\$&');

/** A word of the header: visible ASCII only, `-` for none. */
const word = (text: string, most: number) => text.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, most) || '-';

function dataOf(record: SentRecord): string {
  const { id, owner, name, organization, user, action, object, outcome, reason } = record;
  const { clientIp, country, device, method, requestUri, requestId, sessionId, protocol, application } = record;
  const values = {
    ...{ id: String(id), owner, name, organization, user, action, object, outcome, reason },
    ...{ clientIp, country, device, method, requestUri, requestId, sessionId, protocol, application },
    resource: record.resource,
    changed: record.changes.map(({ field }) => field).join(','),
  };
  const given = Object.entries(values).map(([key, value]) => (value ? ` ${key}="${escaped(value)}"` : ''));
  return `[${dataName}${given.join('')}]`;
}

/** A record as a message of RFC 5424. */
export function syslogMessage(record: SentRecord, host: string): string {
  const priority = audit * 8 + severities[record.outcome as keyof typeof severities];
  const header = `<${priority}>1 ${record.createdTime} ${word(host, 255)} doorwright - ${word(record.action, longestMessageId)}`;
  const data = `[origin software="doorwright" swVersion="${escaped(version)}"]${dataOf(record)}`;
  // The mark says that the text is UTF-8.
  return `${header} ${data} \ufeff${oneLine(sentenceOf(record))}`;
}

/** A message with the number of its bytes before it (RFC 5425, 4.3). */
export function frame(message: string): Buffer {
  const bytes = Buffer.from(message);
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}
