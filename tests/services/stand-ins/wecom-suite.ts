import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { createCodes } from './codes.ts';
import { authorizationOf, type OwnService } from './own-service.ts';
import { type Asked, json, type Said } from './stand-in.ts';

interface Member {
  corpid: string;
  userid: string;
  open_userid: string;
}

const token = 'QDG6eK';
const encodingKey = randomBytes(32).toString('base64').slice(0, 43);
const ticketMinutes = 30;
const refused = (errcode: number, errmsg: string): Said => json(200, { errcode, errmsg });

/** AES-256-CBC over 16 random bytes, the length, the message and the receiver, padded to blocks of 32 bytes. */
function encrypted(message: string, receiver: string, key = encodingKey): string {
  const bytes = Buffer.from(`${key}=`, 'base64');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(message));
  const text = Buffer.concat([randomBytes(16), length, Buffer.from(message), Buffer.from(receiver)]);
  const padding = 32 - (text.length % 32);
  const cipher = createCipheriv('aes-256-cbc', bytes, bytes.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(text), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
    'base64',
  );
}

export interface Forgery {
  /** Another token than the one of the suite. */
  token?: string;
  key?: string;
  receiver?: string;
  suiteId?: string;
  infoType?: string;
  /** The encrypted text after the signature. */
  tampered?: (text: string) => string;
  /** The whole body in place of WeCom's. */
  body?: string;
}

/**
 * A suite of a service provider at WeCom. It proves a callback by an echo, posts tickets to it, and takes the newest ticket only, for half an
 * hour. Read on 2026-11-24: https://developer.work.weixin.qq.com/document/path/91121 and 98179 (getuserinfo3rd), https://553668.com/manong/263710.html
 * and https://www.codeprj.com/zh/blog/a072501.html (callbacks), and https://cnblogs.com/why0703/p/15983925.html (tickets and suite tokens).
 */
export function createWeComSuite(suiteId: string, now: () => Date) {
  const suite: OwnService<Member> = {
    clientId: suiteId,
    clientSecret: `the secret of ${suiteId}`,
    hosts: ['open.weixin.qq.com', 'qyapi.weixin.qq.com'],
    redirectUris: [],
    user: { corpid: 'ww-1', userid: 'lisi', open_userid: 'wwxxxx' },
    isBroken: false,
    answer,
  };
  const codes = createCodes(suite);
  const tokens = new Set<string>();
  let ticket = { text: '', issued: new Date(0) };

  function signed(callback: string, text: string, { token: signing = token }: Forgery): URL {
    const [timestamp, nonce] = [String(Math.floor(now().getTime() / 1000)), randomBytes(8).toString('hex')];
    const msg_signature = createHash('sha1')
      .update([signing, timestamp, nonce, text].toSorted().join(''))
      .digest('hex');
    const address = new URL(callback);
    for (const [name, value] of Object.entries({ msg_signature, timestamp, nonce }))
      address.searchParams.set(name, value);
    return address;
  }

  /** Posts a ticket, as WeCom does every ten minutes. */
  async function postTicket(callback: string, forgery: Forgery = {}): Promise<string> {
    const text = randomBytes(24).toString('base64url');
    const { infoType = 'suite_ticket', receiver = suiteId, suiteId: named = suiteId, tampered = String } = forgery;
    const message = `<xml><SuiteId><![CDATA[${named}]]></SuiteId><InfoType><![CDATA[${infoType}]]></InfoType><TimeStamp>${Math.floor(
      now().getTime() / 1000,
    )}</TimeStamp><SuiteTicket><![CDATA[${text}]]></SuiteTicket></xml>`;
    const content = encrypted(message, receiver, forgery.key);
    const address = signed(callback, content, forgery);
    const body =
      forgery.body ??
      `<xml><ToUserName><![CDATA[${suiteId}]]></ToUserName><AgentID><![CDATA[]]></AgentID><Encrypt><![CDATA[${tampered(content)}]]></Encrypt></xml>`;
    if (Object.keys(forgery).length === 0) ticket = { text, issued: now() };
    return send(address, body);
  }

  async function send(address: URL, body: string): Promise<string> {
    last = { address, body };
    return (await fetch(address, { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body })).text();
  }
  let last: { address: URL; body: string } | undefined;

  /** What the page of the suite does when somebody saves the address. */
  async function echo(callback: string, forgery: Forgery = {}): Promise<{ said: string; expected: string }> {
    const expected = randomBytes(8).toString('hex');
    const text = encrypted(expected, forgery.receiver ?? suiteId, forgery.key);
    const address = signed(callback, text, forgery);
    address.searchParams.set('echostr', text);
    return { said: await (await fetch(address)).text(), expected };
  }

  function answer({ method, url, body }: Asked): Said | undefined {
    const { host, pathname, searchParams: query } = url;
    if (`${host}${pathname}` === 'open.weixin.qq.com/connect/oauth2/authorize')
      return authorizationOf(query, {
        ...{ codes, service: suite, names: { clientId: 'appid' } },
        fixed: { response_type: 'code', scope: 'snsapi_base' },
      });
    if (method === 'POST' && pathname === '/cgi-bin/service/get_suite_token') {
      const asked = JSON.parse(body);
      if (asked.suite_id !== suiteId || asked.suite_secret !== suite.clientSecret)
        return refused(40082, 'invalid suitesecret');
      const isOld = now().getTime() - ticket.issued.getTime() > ticketMinutes * 60_000;
      if (asked.suite_ticket !== ticket.text || isOld) return refused(40085, 'invalid suite ticket');
      const suite_access_token = randomBytes(16).toString('hex');
      tokens.add(suite_access_token);
      return json(200, { errcode: 0, errmsg: 'ok', suite_access_token, expires_in: 7200 });
    }
    if (pathname !== '/cgi-bin/service/auth/getuserinfo3rd') return;
    if (!tokens.has(query.get('suite_access_token') ?? '')) return refused(40082, 'invalid suite_access_token');
    const user = codes.spend(query.get('code'))?.issued.user as Member | undefined;
    if (!user) return refused(40029, 'invalid code');
    return json(200, { errcode: 0, errmsg: 'ok', ...(suite.isBroken ? { openid: 'o-1' } : user) });
  }

  return {
    suite,
    callbackSecret: `${token}:${encodingKey}`,
    postTicket,
    /** Sends the last message once more, as somebody who recorded it. */
    replay: () => (last ? send(last.address, last.body) : Promise.resolve('')),
    echo,
  };
}
