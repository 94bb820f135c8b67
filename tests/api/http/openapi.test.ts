import { pathOf } from '@doorwright/api/http/route.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { RE2JS } from 're2js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { registry } from '../../harness/database/template.ts';

let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: a document of free shape
let document: any;
beforeAll(async () => {
  app = await startApp();
  document = JSON.parse((await app.anonymous.get('/openapi.json')).text);
});
afterAll(() => app.stop());

describe('the OpenAPI document', () => {
  test('is a valid document of OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(document.openapi).toMatch(/^3\.1/);
  });

  test('describes exactly the served routes, each with its permission, parameters and answers', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const health = ['GET /healthz', 'GET /readyz'];
    const served = app.routes.map((route) => `${route.method} ${pathOf(route)}`);
    expect(described.sort()).toEqual([...health, ...served].sort());
    for (const route of app.routes) {
      const operation = document.paths[pathOf(route)][route.method.toLowerCase()];
      expect(operation['x-permission']).toBe(route.permission);
      expect(operation.summary.length).toBeGreaterThan(10);
      expect((operation.parameters ?? []).map((each: { name: string }) => each.name)).toEqual([
        ...(route.segments ?? []),
        ...Object.keys(route.query ?? {}),
      ]);
    }
  });

  test('has a schema for each kind, with a title and a sentence for each field', () => {
    for (const kind of registry.kinds.filter((each) => !each.internal)) {
      const { properties } = document.components.schemas[kind.kind];
      for (const [name, property] of Object.entries(
        properties as Record<string, { title?: string; description?: string }>,
      )) {
        expect(property.title, `${kind.kind}.${name}`).toBeTruthy();
        expect(property.description, `${kind.kind}.${name}`).toMatch(/[.?]$/);
      }
    }
  });

  test('17.15 describes /healthz and /readyz as they answer', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { content } = document.paths[path].get.responses[200];
      const answer = await app.anonymous.get(path);
      expect(Object.keys(content), path).toContain(answer.headers.get('content-type')?.split(';')[0]);
    }
  });

  test('35.39 describes the pages, the redirects and the forms of the six SAML operations as they answer', async () => {
    const id = 'application=admin%2Fapp-built-in';
    const asked: [string, string, string, number][] = [
      ['get', '/api/saml/sign-on', id, 400],
      ['post', '/api/saml/sign-on', id, 400],
      ['get', '/api/saml/go-on', 'saml=x', 400],
      ['get', '/api/saml/sign-out', id, 400],
      ['post', '/api/saml/sign-out', id, 400],
      ['get', '/api/saml/leave', 'chain=x', 303],
      ['post', '/api/acs', '', 303],
    ];
    for (const [method, path, query, status] of asked) {
      const operation = document.paths[path][method];
      const isForm = method === 'post';
      const answer = await fetch(`${app.url}${path}?${query}`, {
        method: method.toUpperCase(),
        redirect: 'manual',
        ...(isForm && { body: new URLSearchParams({ SAMLResponse: 'eA==' }) }),
      });
      expect(answer.status, path).toBe(status);
      const { content, headers } = operation.responses[status];
      if (status === 303) expect(Object.keys(headers)).toEqual(['Location']);
      else expect(Object.keys(content), path).toContain(answer.headers.get('content-type')?.split(';')[0]);
      if (isForm) expect(operation.requestBody.content).toHaveProperty(['application/x-www-form-urlencoded']);
      if (path !== '/api/acs') expect(operation.responses[200].content).toHaveProperty(['text/html']);
      expect(operation.responses).toHaveProperty('303');
    }
  });

  test('17.15 RE2 reads every pattern, and each accepts every value that the api accepts', async () => {
    const patterns = new Set<string>();
    JSON.stringify(document, (key, value) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value);
      return value;
    });
    for (const pattern of patterns) expect(() => RE2JS.compile(pattern), pattern).not.toThrow();
    const { properties } = document.components.schemas.RoleInput;
    const takes = (name: string) => RE2JS.compile(properties.name.pattern).matcher(name).find();
    const root = await app.admin();
    const names = ['a', '.a', '..a', 'Zoë 東京', '𝒜', 'a\u00a0b', 'a\u2003b', '{}', '%2F', 'a\\b', '👩', '...', '-'];
    const refused = [
      '.',
      '..',
      '',
      'a/b',
      ' a',
      'a ',
      'a\tb',
      'a\u200bb',
      '\u00a0a',
      'a\u2028b',
      '\u202ea',
      'a\u0085b',
    ];
    for (const name of [...names, ...refused]) {
      const { body } = await root.post('add-role', { owner: 'built-in', name });
      if (body.status === 'ok') expect(takes(name), name).toBe(true);
      else expect(body.code, name).toBe('invalid');
      expect(body.status === 'ok', JSON.stringify(name)).toBe(names.includes(name));
    }
  });

  test('17.15 records match their schema after all calls and refusals', async () => {
    const root = await app.admin();
    const long = 'x'.repeat(3000);
    await app.anonymous.post(
      `/api/login/oauth/access_token`,
      new URLSearchParams({ grant_type: long, client_id: long }),
    );
    await app.anonymous.get(`/login/oauth/authorize`, { client_id: 'none', scope: long, response_type: long });
    await app.anonymous.post(
      'login',
      { organization: long, username: long, password: long },
      { query: { [long]: long } },
    );
    await root.post('update-role', { name: long }, { query: { id: `built-in/${long}` } });
    await root.post('delete-role', { owner: '..', name: '\ud83d' });
    // The caller belongs to no organization yet.
    await root.post('add-webhook', { name: 'of-nobody', organization: '', url: 'https://hooks.example/' });
    // The client of the tests checks each answer against the document.
    for (const page of ['1', '2']) await root.get('get-records', { owner: '', p: page, pageSize: '100' });
    const { body } = await root.post('get-records-filter', { outcome: 'refused' });
    expect(body.data.length).toBeGreaterThan(3);
  });

  test('is not sent again to a client that has it', async () => {
    const first = await app.anonymous.get('/openapi.json');
    const again = await app.anonymous.get(
      '/openapi.json',
      {},
      { headers: { 'If-None-Match': String(first.headers.get('etag')) } },
    );
    expect(again.status).toBe(304);
  });
});

test('Swagger UI is served from our own files only', async () => {
  const page = await app.anonymous.get('/swagger/');
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/https?:\/\//);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
  for (const file of files) expect((await app.anonymous.get(`/swagger/${file}`)).status, file).toBe(200);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'self'", "object-src 'none'", "form-action 'self'"]) expect(policy).toContain(rule);
});
