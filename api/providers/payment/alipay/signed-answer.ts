import { type KeyObject, verify } from 'node:crypto';
import { refusedBy } from '../channel.ts';

type Json = Readonly<Record<string, unknown>>;

function read(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The text of one member, as it came: the signature covers these bytes, and another order of names or another escape would break it. A
 * text that begins as an object has only one end at which it is one.
 */
function textOfMember(body: string, name: string): string | undefined {
  const [found] = new RegExp(`"${name}"\\s*:\\s*(?=\\{)`).exec(body) ?? [];
  if (found === undefined) return undefined;
  const start = body.indexOf(found) + found.length;
  for (let end = body.indexOf('}', start); end !== -1; end = body.indexOf('}', end + 1)) {
    const text = body.slice(start, end + 1);
    if (read(text)) return text;
  }
}

/**
 * The answer of the gateway to a method, after a check of its signature. Alipay does not sign failures of a request that it cannot assign
 * to an application. Such a failure proves nothing, but it says what is wrong.
 */
export function signedAnswer(body: string, method: string, key: KeyObject): Json {
  const whole = read(body);
  if (!whole) throw refusedBy('Alipay answered no JSON');
  const own = `${method.replaceAll('.', '_')}_response`;
  const name = own in whole ? own : 'error_response';
  const text = textOfMember(body, name);
  if (text === undefined) throw refusedBy(`Alipay answered no ${own}`);
  const told = read(text) as Json;
  if (typeof whole.sign !== 'string') {
    const words = [told.code, told.sub_code, told.sub_msg ?? told.msg].filter(Boolean).join(' ');
    throw refusedBy(`Alipay answered without a signature: ${words}`);
  }
  if (!verify('sha256', Buffer.from(text), key, Buffer.from(whole.sign, 'base64')))
    throw refusedBy('the signature of the answer does not fit the key of Alipay');
  return told;
}
