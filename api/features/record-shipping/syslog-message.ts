import { version } from '../../core/version.ts';
import type { KeptAnchor } from '../record-chain/read.ts';
import { anchorSentence, sentenceOf } from './sentence.ts';
import type { SentRecord } from './target.ts';

/** Facility 13 is the audit log (RFC 5424, 6.2.1). */
const audit = 13;
const severities = { ok: 6, refused: 4 } as const;

/** The number that RFC 5612 keeps for documentation. The product has no number of its own. */
const enterprise = '32473';

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
  return `[record@${enterprise}${given.join('')}]`;
}

interface Parts {
  severity: number;
  time: string;
  messageId: string;
  data: string;
  text: string;
}

function messageOf({ severity, time, messageId, data, text }: Parts, host: string): string {
  const header = `<${audit * 8 + severity}>1 ${time} ${word(host, 255)} doorwright - ${word(messageId, longestMessageId)}`;
  const origin = `[origin software="doorwright" swVersion="${escaped(version)}"]`;
  // The mark says that the text is UTF-8.
  return `${header} ${origin}${data} \ufeff${oneLine(text)}`;
}

/** A record as a message of RFC 5424. */
export const syslogMessage = (record: SentRecord, host: string): string =>
  messageOf(
    {
      severity: severities[record.outcome as keyof typeof severities],
      ...{ time: record.createdTime, messageId: record.action, data: dataOf(record), text: sentenceOf(record) },
    },
    host,
  );

/** An anchor as a message of RFC 5424. Its values are our own, and whole. */
export function anchorMessage(anchor: KeptAnchor, host: string): string {
  const values = Object.entries(anchor).map(([key, value]) => ` ${key}="${value}"`);
  const data = `[anchor@${enterprise}${values.join('')}]`;
  const time = anchor.sealedTime;
  return messageOf({ severity: severities.ok, time, messageId: 'anchor', data, text: anchorSentence(anchor) }, host);
}

/** A message with the number of its bytes before it (RFC 5425, 4.3). */
export function frame(message: string): Buffer {
  const bytes = Buffer.from(message);
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}
