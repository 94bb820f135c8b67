import { createSign, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { parseArgs } from 'node:util';
import { connect } from '@doorwright/api/db/knex.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { type Client, createClient } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';
import { callback, codeFlow, type Given, introspect, token as tokenFrom } from './code-flow.ts';
import { atPace, type Figures, measure } from './measure.ts';
import { rawHashing, startBareProgram } from './raw-limits.ts';
import { startServer } from './server.ts';
import { countStatements } from './statements.ts';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: { statements: { type: 'boolean', default: false }, share: { type: 'string', default: '1' } },
});
/** The share of all operations, for a quick run. */
const share = Number(options.share);

const server = await startServer();
const db = connect(server.databaseUrl);
const say = (text: string) => console.log(text);
const figures: (Figures & { sql: number; timesRaw?: number; timesBare?: number })[] = [];

const statements = await countStatements(db);

/** Both cores are busy and waits are short. A single operation costs more, because every process wakes for it. */
const atOnce = 16;

/** The intended load of a server, as a share of its maximum. */
const usualLoad = 0.7;

interface Taking {
  /** Operations to warm up. Node compiles during thousands of them, until the cost no longer falls (measurements.md). */
  warmUp?: number;
  /** The process of the CPU time, if it is not our server. */
  of?: number;
  /** CPU milliseconds of its signatures and hashes alone. */
  raw?: number;
  /** The cost of the same in the bare program. */
  bare?: Figures;
}

const cpuOf = ({ serverCpuMs, postgresCpuMs }: Figures) => serverCpuMs + postgresCpuMs;

async function take(
  what: string,
  all: number,
  operation: (index: number) => Promise<unknown>,
  { warmUp = all, of = server.processes.server, raw, bare }: Taking = {},
): Promise<Figures> {
  const [operations, before] = [Math.ceil(all * share), Math.ceil(warmUp * share)];
  await statements.reset();
  const plan = { what, operations, operation, atOnce, warmUp: before };
  const taken = await measure({ ...server.processes, server: of }, plan);
  const sql = Math.round(((await statements.count()) / (operations + before)) * 10) / 10;
  const times = (other: number) => Math.round((cpuOf(taken) / other) * 10) / 10;
  figures.push({ ...taken, sql, ...(raw && { timesRaw: times(raw) }), ...(bare && { timesBare: times(cpuOf(bare)) }) });
  const { p50ms, p95ms, serverCpuMs, postgresCpuMs, perSecondPerCore } = taken;
  if (options.statements) say((await statements.list()).join('\n'));
  say(
    `${what}: p50 ${p50ms} ms, p95 ${p95ms} ms, CPU ${serverCpuMs} + ${postgresCpuMs} ms (${perSecondPerCore} a second and core), ${sql} statements`,
  );
  return taken;
}

/** The unavoidable cost: CPU milliseconds of the signature or hash itself, without a server. */
async function rawly(what: string, count: number, once: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  for (let index = 0; index < count; index++) await once();
  const { user, system } = process.cpuUsage(begun);
  const ms = (user + system) / count / 1000;
  say(`raw: ${what}: CPU ${Math.round(ms * 100) / 100} ms`);
  return ms;
}

const digits = randomBytes(400);
const rsa = (modulusLength: number) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  return () => createSign('RSA-SHA256').update(digits).sign(privateKey);
};
const ec = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return () => sign('sha256', digits, privateKey);
};

async function applicationWith(name: string, cert: string): Promise<Application> {
  await add(server.root, 'application', {
    name,
    organization: 'acme',
    cert,
    tokenFormat: 'JWT-Empty',
    redirectUris: [callback],
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', 'password'],
    enableSigninSession: false,
  });
  return (await server.root.get('get-application', { id: `admin/${name}` })).body.data;
}

const connections = createClient(server.url);
const token = (application: Application, form: Record<string, string>, from = connections) =>
  tokenFrom(application, form, from);

/** A code flow with the bare program, which has no browser. */
async function bareFlow(application: Application, program: Client): Promise<Given> {
  await program.get('/');
  const form = new URLSearchParams({ response_type: 'code', username: 'person', password: 'password' });
  const { code } = (await program.post('/', form)).body as unknown as { code: string };
  const given = await token(application, { grant_type: 'authorization_code', code }, program);
  await program.get('/');
  return given;
}

/** Refreshes tokens of many users, each token in one request at a time, because a token in two requests counts as stolen. */
async function rotating(begin: (index: number) => Promise<Given>, application: Application, from = connections) {
  const free = await Promise.all(Array.from({ length: 2 * atOnce }, (_, index) => begin(index)));
  return async () => {
    const { refresh_token } = free.shift() as Given;
    free.push(await token(application, { grant_type: 'refresh_token', refresh_token }, from));
  };
}

try {
  say(`Start to ready with a migrated database: ${Math.round(server.readyMs)} ms`);
  const { root } = server;
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  const people = Array.from({ length: 50 }, (_, index) => `person${index}`);
  for (const name of people) await add(root, 'user', { owner: 'acme', name, displayName: name, password });
  await add(root, 'cert', { name: 'cert-es256', cryptoAlgorithm: 'ES256' });
  await add(root, 'cert', { name: 'cert-rs2048', cryptoAlgorithm: 'RS256', bitSize: 2048 });
  const es256 = await applicationWith('app-es256', 'cert-es256');
  const rs2048 = await applicationWith('app-rs2048', 'cert-rs2048');
  const rs4096 = await applicationWith('app-rs4096', 'cert-built-in');

  const raw = {
    rs4096: await rawly('RS256, 4096 bit', 100, rsa(4096)),
    rs2048: await rawly('RS256, 2048 bit', 300, rsa(2048)),
    es256: await rawly('ES256', 2000, ec()),
    hash: await rawly('argon2id hash', 50, rawHashing),
  };
  /** An access token and an ID token. */
  const rawPair = 2 * raw.es256;

  const clientCredentials = { grant_type: 'client_credentials' };
  const byPassword = { grant_type: 'password', username: 'person', password: 'password' };
  const program = await startBareProgram(server.databaseUrl);
  const there = createClient(program.url);
  const of = program.pid;
  const bareRefresh = await rotating(() => token(es256, byPassword, there), es256, there);
  const bare = {
    document: await take('bare: a document', 6000, () => there.get('/'), { of }),
    token: await take('bare: a token', 4000, () => token(es256, clientCredentials, there), { of }),
    password: await take('bare: a password', 600, () => token(es256, byPassword, there), { of }),
    flow: await take('bare: a flow of four calls', 600, () => bareFlow(es256, there), { of }),
    rotation: await take('bare: a rotation', 4000, bareRefresh, { of }),
  };
  await program.stop();

  await take('client credentials, ES256', 2000, () => token(es256, clientCredentials), {
    warmUp: 4000,
    raw: raw.es256,
    bare: bare.token,
  });
  await take('client credentials, RS256 2048', 1000, () => token(rs2048, clientCredentials), { raw: raw.rs2048 });
  await take('client credentials, RS256 4096', 400, () => token(rs4096, clientCredentials), { raw: raw.rs4096 });
  const personOf = (index: number) => `person${index % people.length}`;
  const signIn = (index: number) => codeFlow(es256, personOf(index), server.url, connections);
  const flow = await take('code flow of four calls, ES256', 1000, signIn, {
    warmUp: 3000,
    raw: raw.hash + rawPair,
    bare: bare.flow,
  });
  const pace = flow.perSecond * usualLoad;
  const { p50ms, p95ms } = await atPace(pace, Math.ceil(1000 * share), signIn);
  say(`at ${usualLoad * 100} % of that, ${Math.round(pace)} code flows a second: p50 ${p50ms} ms, p95 ${p95ms} ms`);
  await take(
    'password grant, ES256',
    500,
    (index) => token(es256, { grant_type: 'password', username: personOf(index), password, scope: 'openid' }),
    { warmUp: 1000, raw: raw.hash + rawPair, bare: bare.password },
  );
  const refresh = await rotating(signIn, es256);
  await take('refresh, ES256', 2000, refresh, { warmUp: 4000, raw: rawPair, bare: bare.rotation });

  const { access_token } = await codeFlow(es256, 'person0', server.url, connections);
  await take('introspection', 4000, () => introspect(es256, access_token, connections));
  await take('userinfo', 4000, async () => {
    const answer = await connections.get('/api/userinfo', {}, { headers: { Authorization: `Bearer ${access_token}` } });
    if (answer.status !== 200) throw new Error(answer.text);
  });
  await take('discovery', 4000, () => connections.get('/.well-known/openid-configuration'), { bare: bare.document });
  await take('keys', 4000, () => connections.get('/.well-known/jwks'), { bare: bare.document });
  const asked = {
    clientId: es256.clientId,
    responseType: 'code',
    redirectUri: callback,
    scope: 'openid',
    state: 'state',
  };
  await take('data of the sign-in page', 4000, () => connections.get('get-app-login', asked), {
    bare: bare.document,
  });
  console.table(Object.fromEntries(figures.map(({ what, ...rest }) => [what, rest])));
} finally {
  await db.destroy();
  await server.stop();
}
