import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { type CryptoKey, jwtVerify } from 'jose';

export interface TokenClient {
  id: string;
  secret: string;
  refreshToken: string;
  /** The public key of the service account, and the mailbox that it may use. */
  serviceKey: CryptoKey;
  mailbox: string;
}

export const mailScope = 'https://mail.google.com/';
const assertionGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * Stands in for a token service by RFC 6749 (sections 4.4, 5.2 and 6) and RFC 7523, and by «Using OAuth 2.0 for Server to Server
 * Applications» of developers.google.com (read 2026-11-24). It checks the client, the grant, the scope and the signature.
 */
export async function startTokenService(client: TokenClient) {
  const issued = new Map<string, { grant: string }>();
  const state = { answers: 0, expiresIn: 3600 };

  async function problemOf(req: IncomingMessage, form: URLSearchParams, address: string): Promise<string> {
    const isForm = req.headers['content-type'] === 'application/x-www-form-urlencoded';
    if (req.method !== 'POST' || !isForm) return 'invalid_request';
    const given = Object.fromEntries(form);
    if (given.grant_type === assertionGrant) {
      const rules = { issuer: client.id, subject: client.mailbox, audience: address, maxTokenAge: '5m' };
      const { payload } = await jwtVerify(given.assertion ?? '', client.serviceKey, rules).catch(() => ({
        payload: undefined,
      }));
      if (!payload) return 'invalid_grant';
      return payload.scope === mailScope ? '' : 'invalid_scope';
    }
    if (given.client_id !== client.id || given.client_secret !== client.secret) return 'invalid_client';
    if (given.scope !== mailScope) return 'invalid_scope';
    if (given.grant_type === 'client_credentials') return '';
    if (given.grant_type !== 'refresh_token') return 'unsupported_grant_type';
    return given.refresh_token === client.refreshToken ? '' : 'invalid_grant';
  }

  const server = createServer(async (req, res) => {
    state.answers += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    if (req.url !== '/token') return res.writeHead(502).end('<!doctype html><title>Bad gateway</title>');
    const error = await problemOf(req, form, url);
    res.setHeader('Content-Type', 'application/json');
    if (error)
      return res
        .writeHead(error === 'invalid_client' ? 401 : 400)
        .end(JSON.stringify({ error, error_description: 'Refused.' }));
    const access_token = randomUUID();
    issued.set(access_token, { grant: form.get('grant_type') ?? '' });
    return res.end(JSON.stringify({ access_token, token_type: 'Bearer', expires_in: state.expiresIn }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/token`;
  return { url, issued, state, stop: () => void server.close() };
}

export type TokenService = Awaited<ReturnType<typeof startTokenService>>;
