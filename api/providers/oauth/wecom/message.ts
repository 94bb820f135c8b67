import { createDecipheriv, hash, timingSafeEqual } from 'node:crypto';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { DOMParser } from '@xmldom/xmldom';
import { Refusal } from '../../../core/errors.ts';
import { refusedBy } from '../sign-in-service.ts';

/** WeCom's messages have less than 2 kB. */
const longest = 20_000;
/** Messages have CDATA, but neither a document type nor instructions. */
const forbidden = /<!(?!\[CDATA\[|--)|<\?(?!xml\s)/;
const block = 32;

/** The parameters in the address of a message. */
export interface Signed {
  msg_signature: string;
  timestamp: string;
  nonce: string;
}

/** All failures look the same, so that nobody learns about the padding of a text that they sent. */
const refused = () => refusedBy('the message is not from WeCom');

interface CallbackKeys {
  token: string;
  key: Buffer;
  receiver: string;
}

/** `Token:EncodingAESKey`, as the page of the suite shows them. */
function keysOf({ clientId, clientSecret2 }: Pick<Provider, 'clientId' | 'clientSecret2'>): CallbackKeys {
  const [, token = '', key = ''] = /^([A-Za-z0-9]{1,32}):([A-Za-z0-9+/]{43})$/.exec(clientSecret2.trim()) ?? [];
  if (!token) throw new Refusal('missing-parameter', { name: 'clientSecret2' });
  return { token, key: Buffer.from(`${key}=`, 'base64'), receiver: clientId };
}

/** Without the padding of PKCS#7 in blocks of 32 bytes. */
function unpadded(text: Buffer): Buffer {
  const length = text.at(-1) ?? 0;
  if (length < 1 || length > block || !text.subarray(-length).every((each) => each === length)) throw refused();
  return text.subarray(0, -length);
}

/** 16 random bytes, the length of the message, the message, and the receiver. */
function messageIn(text: Buffer, receiver: string): string {
  const length = text.length >= 20 ? text.readUInt32BE(16) : Number.POSITIVE_INFINITY;
  if (text.length < 20 + length || text.subarray(20 + length).toString() !== receiver) throw refused();
  return text.subarray(20, 20 + length).toString();
}

/** Checks the signature of a text, and decrypts it. */
export function openText(provider: Provider, { msg_signature, timestamp, nonce }: Signed, encrypted: string): string {
  const { token, key, receiver } = keysOf(provider);
  const expected = hash('sha1', [token, timestamp, nonce, encrypted].toSorted().join(''));
  const given = Buffer.from(msg_signature);
  if (given.length !== expected.length || !timingSafeEqual(given, Buffer.from(expected))) throw refused();
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  let text: Buffer;
  try {
    text = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()]);
  } catch {
    throw refused();
  }
  return messageIn(unpadded(text), receiver);
}

/** The texts of the elements below the root. */
function membersOf(xml: string): Map<string, string> {
  if (xml.length > longest || forbidden.test(xml)) throw refused();
  try {
    const strict = (_level: string, problem: unknown) => {
      throw new Error(String(problem));
    };
    const root = new DOMParser({ errorHandler: strict }).parseFromString(xml, 'text/xml').documentElement;
    const elements = Array.from(root?.childNodes ?? []).filter(({ nodeType }) => nodeType === 1);
    return new Map(elements.map(({ nodeName, textContent }) => [nodeName, textContent ?? '']));
  } catch {
    throw refused();
  }
}

/** A ticket of a suite, and the time when WeCom made it. */
export interface SuiteTicket {
  ticket: string;
  issued: Date;
}

/**
 * The ticket in a message, if it has one: WeCom posts other events to the same address. Read on 2026-11-24:
 * developer.work.weixin.qq.com/document/path/90930 and 91116 (callbacks and their encryption) by copies at 553668.com and codeprj.com, and
 * cnblogs.com/why0703/p/15983925.html for the suite ticket.
 */
export function ticketIn(provider: Provider, signed: Signed, body: string): SuiteTicket | undefined {
  const message = membersOf(openText(provider, signed, membersOf(body).get('Encrypt') ?? ''));
  if (message.get('SuiteId') !== provider.clientId) throw refused();
  if (message.get('InfoType') !== 'suite_ticket') return;
  const [ticket = '', seconds] = [message.get('SuiteTicket'), Number(message.get('TimeStamp'))];
  if (!ticket || !Number.isSafeInteger(seconds) || seconds > 4_102_444_800) throw refused();
  return { ticket, issued: new Date(seconds * 1000) };
}
