import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { registry } from '../harness/template.ts';

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

  test('describes exactly the routes that are served, each with its permission, parameters and answers', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(app.routes.map(({ method, path }) => `${method} ${path}`).sort());
    for (const route of app.routes) {
      const operation = document.paths[route.path][route.method.toLowerCase()];
      expect(operation['x-permission']).toBe(route.permission);
      expect(operation.summary.length).toBeGreaterThan(10);
      expect((operation.parameters ?? []).map((each: { name: string }) => each.name)).toEqual(
        Object.keys(route.query ?? {}),
      );
    }
  });

  test('has a schema of each kind with a title and a sentence for each field', () => {
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

  test('is not sent again to who has it', async () => {
    const first = await app.anonymous.get('/openapi.json');
    const again = await app.anonymous.get(
      '/openapi.json',
      {},
      { headers: { 'If-None-Match': String(first.headers.get('etag')) } },
    );
    expect(again.status).toBe(304);
  });
});

test('Swagger UI is served from our own files alone', async () => {
  const page = await app.anonymous.get('/swagger/');
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/https?:\/\//);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
  for (const file of files) expect((await app.anonymous.get(`/swagger/${file}`)).status, file).toBe(200);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'self'", "object-src 'none'", "form-action 'self'"]) expect(policy).toContain(rule);
});
