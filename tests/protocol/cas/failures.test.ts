import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CasWorld, codeIn, createCasWorld, service, textOf } from './cas-world.ts';

const mail = 'https://mail.example/inbox';
const callback = 'https://wiki.example/callback';

/** Takes the call-backs of proxies, which have https elsewhere. */
let callbacks: Server;
let pgt = '';
let world: CasWorld;
beforeAll(async () => {
  let called = new URL(callback);
  callbacks = createServer((req, res) => {
    called = new URL(String(req.url), callback);
    res.end();
  });
  await new Promise<void>((resolve) => void callbacks.listen(0, '127.0.0.1', resolve));
  const { port } = callbacks.address() as { port: number };
  world = await createCasWorld({
    settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' },
    reroute: (url) => new URL(`http://127.0.0.1:${port}${url.pathname}${url.search}`),
  });
  await world.casApplication('wiki', { casProxies: true });
  await world.casApplication('closed');
  await world.ask('wiki', 'serviceValidate', { ticket: await world.ticket('wiki'), service, pgtUrl: callback });
  pgt = called.searchParams.get('pgtId') ?? '';
});
afterAll(async () => {
  callbacks?.close();
  await world?.app.stop();
});

interface Question {
  endpoint?: string;
  name?: string;
  query: Record<string, string>;
}

const proxyTicket = async () =>
  String(textOf((await world.ask('wiki', 'proxy', { pgt, targetService: mail })).text, 'proxyTicket'));
const ticket = () => world.ticket('wiki');

/** A question of a service for each code, with what is wrong about it. */
const questions: [code: string, how: string, ask: () => Question | Promise<Question>][] = [
  ['INVALID_REQUEST', 'a ticket without a service', async () => ({ query: { ticket: await ticket() } })],
  ['INVALID_TICKET', 'an unknown ticket', () => ({ query: { ticket: 'ST-1', service } })],
  [
    'INVALID_TICKET_SPEC',
    'a ticket of a proxy',
    async () => ({ query: { ticket: await proxyTicket(), service: mail } }),
  ],
  [
    'INVALID_SERVICE',
    'the ticket of another service',
    async () => ({ query: { ticket: await ticket(), service: mail } }),
  ],
  [
    'INVALID_PROXY_CALLBACK',
    'a call-back elsewhere',
    async () => ({ query: { ticket: await ticket(), service, pgtUrl: 'https://evil.example/' } }),
  ],
  [
    'UNAUTHORIZED_SERVICE_PROXY',
    'a call-back where proxies are off',
    async () => ({ name: 'closed', query: { ticket: await world.ticket('closed'), service, pgtUrl: callback } }),
  ],
];

/** The same for a proxy. */
const proxied: typeof questions = [
  ['INVALID_REQUEST', 'no target', () => ({ query: { pgt } })],
  ['INVALID_TICKET', 'an unknown ticket', () => ({ query: { pgt: 'PGT-1', targetService: mail } })],
  ['UNAUTHORIZED_SERVICE', 'another target', () => ({ query: { pgt, targetService: 'https://evil.example/' } })],
];

const sent = ({ endpoint = 'serviceValidate', name = 'wiki', query }: Question) => world.ask(name, endpoint, query);

describe.each(questions)('%s answers %s', (code, _how, ask) => {
  test.each(['serviceValidate', 'p3/serviceValidate'])('in XML and JSON of %s', async (endpoint) => {
    const { status, text } = await sent({ ...(await ask()), endpoint });
    expect([status, codeIn(text)]).toEqual([200, code]);
    expect(text).toMatch(/<cas:authenticationFailure code="\w+">[^<]+<\/cas:authenticationFailure>/);
    const question = await ask();
    const { body } = await sent({ ...question, endpoint, query: { ...question.query, format: 'JSON' } });
    const { description } = (body as unknown as { serviceResponse: { authenticationFailure: { description: string } } })
      .serviceResponse.authenticationFailure;
    expect(description.length).toBeGreaterThan(0);
    expect(body).toEqual({
      serviceResponse: { authenticationFailure: { code, description } },
      ...{ Xmlns: 'http://www.yale.edu/tp/cas', Success: null, ProxySuccess: null, ProxyFailure: null },
      Failure: { Code: code, Message: description },
    });
  });
});

describe.each(questions.slice(0, 4))('%s answers %s', (_code, _how, ask) => {
  test('with no and an empty line in CAS 1', async () => {
    expect(await sent({ ...(await ask()), endpoint: 'validate' })).toMatchObject({ status: 200, text: 'no\n\n' });
  });
});

describe.each(proxied)('%s answers a proxy with %s', (code, _how, ask) => {
  test('in XML and JSON', async () => {
    const { text } = await sent({ ...(await ask()), endpoint: 'proxy' });
    expect(text).toContain(`<cas:proxyFailure code="${code}">`);
    const question = await ask();
    const { body } = await sent({ endpoint: 'proxy', query: { ...question.query, format: 'JSON' } });
    expect(body).toMatchObject({
      serviceResponse: { proxyFailure: { code } },
      ProxyFailure: { Code: code },
      Failure: null,
    });
  });
});

describe('INTERNAL_ERROR answers a failure of the server, in the form that the service reads', () => {
  const soap = `<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body><samlp:Request xmlns:samlp="urn:oasis:names:tc:SAML:1.0:protocol" MajorVersion="1" MinorVersion="1" RequestID="_1"><samlp:AssertionArtifact>ST-1</samlp:AssertionArtifact></samlp:Request></SOAP-ENV:Body></SOAP-ENV:Envelope>`;
  const asked = { ticket: 'ST-1', service };
  const forms: [string, () => ReturnType<typeof sent>, RegExp][] = [
    ['words', () => sent({ endpoint: 'validate', query: asked }), /^no\n\n$/],
    ['XML', () => sent({ query: asked }), /<cas:authenticationFailure code="INTERNAL_ERROR">/],
    ['JSON', () => sent({ query: { ...asked, format: 'JSON' } }), /"authenticationFailure":\{"code":"INTERNAL_ERROR"/],
    [
      'XML of a proxy',
      () => sent({ endpoint: 'proxy', query: { pgt, targetService: mail } }),
      /<cas:proxyFailure code="INTERNAL_ERROR">/,
    ],
    [
      'SAML 1.1',
      () =>
        world.app.client().post('/cas/acme/wiki/samlValidate', soap, {
          headers: { 'Content-Type': 'text/xml' },
          query: { TARGET: service },
        }),
      /StatusCode Value="saml1p:Responder"/,
    ],
  ];

  test.each(forms)('%s', async (_form, ask, text) => {
    // A sign-in fills the caches, so that the tickets alone are missing.
    await world.ticket('wiki');
    await world.app.db.raw('ALTER TABLE artifacts RENAME TO artifacts_away');
    try {
      const answer = await ask();
      expect(answer.status).toBe(500);
      expect(answer.text).toMatch(text);
      expect(answer.text).not.toMatch(/artifacts|relation|select|delete/i);
      expect(world.app.logged.join('\n')).toContain('artifacts');
    } finally {
      await world.app.db.raw('ALTER TABLE artifacts_away RENAME TO artifacts');
    }
  });
});

test('S46 no table has a ticket as it is', async () => {
  const given = [await ticket(), await proxyTicket(), pgt];
  const { rows } = await world.app.db.raw(
    "SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')",
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { table_schema: schema, table_name: name } of rows as Record<'table_schema' | 'table_name', string>[]) {
    const { rows: found } = await world.app.db.raw(
      `SELECT count(*)::int AS count FROM ??.?? AS t WHERE ${given.map(() => 'strpos(t::text, ?) > 0').join(' OR ')}`,
      [schema, name, ...given.map((each) => each.slice(each.indexOf('-') + 1))],
    );
    expect([`${schema}.${name}`, found[0].count]).toEqual([`${schema}.${name}`, 0]);
  }
});
