import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { aliyunGate } from '../world/aliyun-signature.ts';

/** The public and the secret keys of a customer, as the fields of a provider. */
export const keys = {
  clientId: 'the site key',
  clientSecret: 'the site secret',
  clientId2: 'nc_login',
  clientSecret2: 'the app key',
};

interface Solved {
  siteKey: string;
  hostname: string;
  at: number;
  isUsed: boolean;
}

type Form = URLSearchParams;
type Verdict = Record<string, unknown>;

/** How one vendor judges, by its documents. */
interface Rules {
  lifetimeMs: number;
  late: string;
  used: string;
  /** Judges what only this vendor knows. */
  more?: (form: Form, solved: Solved) => string | undefined;
}

const minute = 60_000;

/**
 * - reCAPTCHA: developers.google.com/recaptcha/docs/verify
 * - hCaptcha: docs.hcaptcha.com, «Verify the User Response Server Side»
 * - Turnstile: developers.cloudflare.com/turnstile/get-started/server-side-validation
 */
const rules: Record<string, Rules> = {
  reCAPTCHA: { lifetimeMs: 2 * minute, late: 'timeout-or-duplicate', used: 'timeout-or-duplicate' },
  hCaptcha: {
    lifetimeMs: 2 * minute,
    late: 'expired-input-response',
    used: 'already-seen-response',
    more: (form, { siteKey }) =>
      form.has('sitekey') && form.get('sitekey') !== siteKey ? 'sitekey-secret-mismatch' : undefined,
  },
  'Cloudflare Turnstile': { lifetimeMs: 5 * minute, late: 'timeout-or-duplicate', used: 'timeout-or-duplicate' },
};

/** Stands in for the vendors of captchas: it gives tokens to people, and judges them once. */
export async function startCaptchaVendor(now: () => number = Date.now) {
  const tokens = new Map<string, Solved>();
  const asked: Form[] = [];
  let failure: 'none' | 'busy' | 'silent' = 'none';
  const gate = aliyunGate(keys.clientId, keys.clientSecret);

  function siteVerify({ lifetimeMs, late, used, more }: Rules, form: Form): Verdict {
    const refuse = (code: string) => ({ success: false, 'error-codes': [code] });
    const [secret, response] = [form.get('secret'), form.get('response')];
    if (!secret) return refuse('missing-input-secret');
    if (secret !== keys.clientSecret) return refuse('invalid-input-secret');
    if (!response) return refuse('missing-input-response');
    const solved = tokens.get(response);
    // A token belongs to the site key that it was solved with, and the secret to one site key.
    if (solved?.siteKey !== keys.clientId) return refuse('invalid-input-response');
    const problem = more?.(form, solved);
    if (problem) return refuse(problem);
    if (now() - solved.at > lifetimeMs) return refuse(late);
    if (solved.isUsed) return refuse(used);
    solved.isUsed = true;
    return { success: true, challenge_ts: new Date(solved.at).toISOString(), hostname: solved.hostname };
  }

  /** AuthenticateSig (API version 2018-01-12), help.aliyun.com, «Captcha 1.0, server side». */
  function authenticateSig(query: Form): [status: number, verdict: Verdict] {
    const problem = gate('GET', query);
    if (problem) return [400, { Code: problem, Message: problem }];
    const right = {
      Action: 'AuthenticateSig',
      Version: '2018-01-12',
      AppKey: keys.clientSecret2,
      Scene: keys.clientId2,
    };
    const wrong = Object.entries(right).find(([name, value]) => query.get(name) !== value);
    if (wrong) return [400, { Code: `Invalid${wrong[0]}`, Message: 'not yours' }];
    if (!query.get('RemoteIp')) return [400, { Code: 'MissingRemoteIp', Message: 'RemoteIp is mandatory' }];
    const solved = tokens.get(query.get('Token') ?? '');
    const isWhole =
      solved && query.get('SessionId') === `session ${solved.at}` && query.get('Sig') === `sig ${solved.at}`;
    if (!isWhole || solved.isUsed || now() - solved.at > 2 * minute) return [200, { Code: 900, Msg: 'Verify Fail' }];
    solved.isUsed = true;
    return [200, { Code: 100, Msg: 'Success' }];
  }

  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://vendor');
    const type = decodeURIComponent(pathname.slice(1));
    const form = type === 'Aliyun Captcha' ? searchParams : new URLSearchParams(Buffer.concat(chunks).toString());
    asked.push(form);
    if (failure === 'silent') return;
    if (failure === 'busy') return void res.writeHead(503).end('<h1>Service Unavailable</h1>');
    const [status, verdict] =
      type === 'Aliyun Captcha' ? authenticateSig(form) : ([200, siteVerify(rules[type] as Rules, form)] as const);
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(verdict));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };

  return {
    asked,
    endpointOf: (type: string) => `http://127.0.0.1:${port}/${encodeURIComponent(type)}`,
    /** A person solves a captcha on a page of this host. The answer is what the vendor's script gives to the page. */
    solve(type: string, { siteKey = keys.clientId, hostname = '127.0.0.1' } = {}): string {
      const token = randomUUID();
      tokens.set(token, { siteKey, hostname, at: now(), isUsed: false });
      const members = { SessionId: `session ${now()}`, Sig: `sig ${now()}`, Token: token };
      return type === 'Aliyun Captcha' ? String(new URLSearchParams(members)) : token;
    },
    fail(how: typeof failure) {
      failure = how;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type CaptchaVendor = Awaited<ReturnType<typeof startCaptchaVendor>>;
