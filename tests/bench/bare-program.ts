/**
 * The lowest possible cost of a server in Node over Postgres. It knows one client, checks nothing, and writes and signs the same
 * as the real one. It runs beside it on the same database, so that both are measured in one run.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hash, verify } from '@node-rs/argon2';
import pg from 'pg';
import { hashCost } from './raw-limits.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(`
  CREATE TABLE bare_tokens (digest text PRIMARY KEY, family text, created timestamptz, used timestamptz, token text);
  CREATE TABLE bare_people (name text PRIMARY KEY, password text)`);
await pool.query('INSERT INTO bare_people VALUES ($1, $2)', ['person', await hash('password', hashCost)]);

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = part({ alg: 'ES256', kid: 'bare', typ: 'JWT' });
const digestOf = (value: string) => createHash('sha256').update(value).digest('base64url');
const random = () => randomBytes(32).toString('base64url');

function signedToken(scope: string): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'http://localhost',
    sub: 'acme/person',
    aud: 'bare',
    jti: random(),
    iat,
    exp: iat + 3600,
    scope,
  };
  const text = `${header}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

const keep = (digest: string, family: string, token: string) =>
  pool.query({
    name: 'keep',
    text: 'INSERT INTO bare_tokens (digest, family, created, token) VALUES ($1, $2, now(), $3)',
    values: [digest, family, token],
  });

const use = (digest: string) =>
  pool.query({
    name: 'use',
    text: 'UPDATE bare_tokens SET used = now() WHERE digest = $1 AND used IS NULL RETURNING family',
    values: [digest],
  });

const personOf = (name: string) =>
  pool.query({ name: 'person', text: 'SELECT password FROM bare_people WHERE name = $1', values: [name] });

async function signIn(form: URLSearchParams): Promise<void> {
  const stored = (await personOf(String(form.get('username')))).rows[0]?.password;
  if (!(await verify(stored, String(form.get('password'))))) throw new Error('wrong');
}

async function bodyOf(req: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of req) text += chunk;
  return new URLSearchParams(text);
}

function answer(res: ServerResponse, body: Buffer | string): void {
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  res.end(body);
}

async function give(form: URLSearchParams): Promise<object> {
  const access_token = signedToken('openid');
  if (form.get('grant_type') === 'client_credentials') {
    await keep(digestOf(access_token), '', access_token);
    return { access_token, token_type: 'Bearer', expires_in: 3600 };
  }
  if (form.has('password')) await signIn(form);
  if (form.get('response_type') === 'code') {
    const code = random();
    // A session, and the code that is issued in it.
    await Promise.all([keep(digestOf(random()), 'session', ''), keep(digestOf(code), random(), '')]);
    return { code };
  }
  const given = form.get('refresh_token') ?? form.get('code');
  const refresh_token = random();
  const family = given ? (await use(digestOf(given))).rows[0]?.family : random();
  if (!family) throw new Error('used before');
  await keep(digestOf(refresh_token), family, access_token);
  return { access_token, refresh_token, id_token: signedToken('id'), token_type: 'Bearer', expires_in: 3600 };
}

const document = Buffer.from(JSON.stringify({ keys: 'x'.repeat(2_000) }));
const server = createServer(async (req, res) => {
  if (req.method === 'GET') return answer(res, document);
  answer(res, JSON.stringify(await give(await bodyOf(req))));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('is ready'));
