import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { alipayParameters } from '../../alipay-request.ts';
import { refusedBy, type Till } from '../channel.ts';
import { reach } from '../reach.ts';
import { keysOf } from './keys.ts';
import { signedAnswer } from './signed-answer.ts';

type Content = Readonly<Record<string, string>>;

/** An address without a path is the host of the gateway. */
function gatewayOf({ provider }: Till): URL {
  const gateway = URL.parse(addressOf(provider));
  if (!gateway) throw refusedBy('the gateway is no address');
  if (gateway.pathname === '/') gateway.pathname = '/gateway.do';
  return gateway;
}

/** The signed parameters of a method. What belongs to the method itself is one text of JSON. */
function parametersOf(method: string, content: Content, till: Till, more: Content = {}): Record<string, string> {
  const { own, numbers } = keysOf(till);
  const asked = { method, ...numbers, ...more, biz_content: JSON.stringify(content) };
  return alipayParameters(asked, { appId: till.provider.clientId, key: own, now: till.now });
}

function addressWith(gateway: URL, parameters: Content): string {
  for (const [name, value] of Object.entries(parameters)) gateway.searchParams.set(name, value);
  return gateway.href;
}

/** The address of a page at Alipay. Nothing is sent: the order begins when the buyer opens it. */
export const pageAddress = (method: string, content: Content, more: Content, till: Till): string =>
  addressWith(gatewayOf(till), parametersOf(method, content, till, more));

/** The failure of a method, by its code at Alipay. */
export type Failure = { failure: string };

const success = '10000';

/**
 * Asks the gateway, with the common parameters in the address: the gateway reads the charset there, before it reads the form. A failure
 * with one of the given codes is an answer, and all others are refusals.
 */
export async function ask(
  method: string,
  content: Content,
  till: Till,
  answers: readonly string[] = [],
): Promise<Readonly<Record<string, unknown>> | Failure> {
  const { biz_content, ...common } = parametersOf(method, content, till);
  const { body } = await reach(
    till.way,
    addressWith(gatewayOf(till), common),
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: new URLSearchParams({ biz_content: biz_content ?? '' }).toString(),
    },
    // The end of a signed text is found by trying, so an answer is short.
    { maxBytes: 64 * 1024 },
  );
  const told = signedAnswer(body.toString(), method, keysOf(till).alipay);
  if (told.code === success) return told;
  if (answers.includes(String(told.sub_code))) return { failure: String(told.sub_code) };
  throw refusedBy([told.code, told.sub_code, told.sub_msg ?? told.msg].filter(Boolean).join(' '));
}
