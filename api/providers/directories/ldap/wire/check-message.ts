import { limits } from './limits.ts';

/** An answer that is no LDAP message, or more than a limit allows. */
export class BadAnswer extends Error {
  override name = 'BadAnswer';
}

interface Element {
  tag: number;
  start: number;
  end: number;
  next: number;
}

/** Tags of LDAP messages (RFC 4511) that clients receive. */
const tags = { sequence: 0x30, set: 0x31, integer: 0x02, text: 0x04, enumerated: 0x0a, boolean: 0x01 } as const;
const searchEntry = 0x64;
const searchReference = 0x73;
const results = [0x61, 0x65, 0x67, 0x69, 0x6b, 0x6d, 0x6f, 0x78];
const resultExtras = [0xa3, 0x85, 0x86, 0x87, 0x8a, 0x8b];
const controls = 0xa0;

/** Reads the tag and the length of an element. Undefined if the bytes are too few to tell. */
export function elementAt(bytes: Buffer, at: number): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first, next: at + 2 + first };
  const size = first - 0x80;
  if (size === 0 || size > 4) throw new BadAnswer('a length is not readable');
  if (bytes.length < at + 2 + size) return undefined;
  const end = at + 2 + size + bytes.readUIntBE(at + 2, size);
  return { tag, start: at + 2 + size, end, next: end };
}

/** The elements that fill a part of a message exactly. */
function elementsOf(bytes: Buffer, start: number, end: number): Element[] {
  const found: Element[] = [];
  for (let at = start; at < end; ) {
    const element = elementAt(bytes, at);
    if (!element || element.end > end) throw new BadAnswer('an element is longer than its container');
    found.push(element);
    at = element.next;
  }
  return found;
}

const need = (isRight: boolean, what: string) => {
  if (!isRight) throw new BadAnswer(`${what} is not readable`);
};

function checkEntry(bytes: Buffer, entry: Element): void {
  const [name, list, ...rest] = elementsOf(bytes, entry.start, entry.end);
  need(name?.tag === tags.text && list?.tag === tags.sequence && rest.length === 0, 'an entry');
  const attributes = list ? elementsOf(bytes, list.start, list.end) : [];
  need(attributes.length <= limits.attributes, 'an entry with so many attributes');
  for (const attribute of attributes) {
    need(attribute.tag === tags.sequence, 'an attribute');
    const [type, values, ...others] = elementsOf(bytes, attribute.start, attribute.end);
    need(type?.tag === tags.text && values?.tag === tags.set && others.length === 0, 'an attribute');
    if (values) for (const { tag } of elementsOf(bytes, values.start, values.end)) need(tag === tags.text, 'a value');
  }
}

function checkResult(bytes: Buffer, result: Element): void {
  const [code, matched, words, ...extras] = elementsOf(bytes, result.start, result.end);
  need(code?.tag === tags.enumerated && code.end - code.start === 1, 'a result');
  need(matched?.tag === tags.text && words?.tag === tags.text, 'a result');
  need(
    extras.every(({ tag }) => resultExtras.includes(tag)),
    'a result',
  );
}

function checkControls(bytes: Buffer, list: Element): void {
  for (const control of elementsOf(bytes, list.start, list.end)) {
    need(control.tag === tags.sequence, 'a control');
    const parts = elementsOf(bytes, control.start, control.end);
    need(parts[0]?.tag === tags.text, 'a control');
    need(
      parts.slice(1).every(({ tag }) => tag === tags.boolean || tag === tags.text),
      'a control',
    );
  }
}

/**
 * Checks one whole message. The library of LDAP trusts lengths: a list that says it is longer than its message would
 * block the process without end.
 */
export function checkMessage(bytes: Buffer): void {
  const [message, ...after] = elementsOf(bytes, 0, bytes.length);
  need(message?.tag === tags.sequence && after.length === 0, 'a message');
  const [id, operation, list, ...rest] = elementsOf(bytes, message?.start ?? 0, message?.end ?? 0);
  need(id?.tag === tags.integer && id.end > id.start && id.end - id.start <= 4, 'the number of a message');
  need((!list || list.tag === controls) && rest.length === 0, 'a message');
  if (!operation) throw new BadAnswer('a message is empty');
  if (operation.tag === searchEntry) checkEntry(bytes, operation);
  else if (operation.tag === searchReference)
    for (const { tag } of elementsOf(bytes, operation.start, operation.end)) need(tag === tags.text, 'a referral');
  else if (results.includes(operation.tag)) checkResult(bytes, operation);
  else throw new BadAnswer('a message is of an unknown kind');
  if (list) checkControls(bytes, list);
}
