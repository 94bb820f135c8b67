import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { startTenants } from '../../harness/world.ts';

export const core = 'urn:ietf:params:scim:schemas:core:2.0';
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export interface ScimAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what a test asserts
  body: any;
}

/** A program that provisions an organization. */
export interface Program {
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<ScimAnswer>;
  get: (path: string, headers?: Record<string, string>) => Promise<ScimAnswer>;
  post: (path: string, body: unknown) => Promise<ScimAnswer>;
  put: (path: string, body: unknown) => Promise<ScimAnswer>;
  patch: (path: string, operations: readonly object[]) => Promise<ScimAnswer>;
  remove: (path: string) => Promise<ScimAnswer>;
}

export function programWith(app: Pick<TestApp, 'url'>, token: string, organization = 'acme'): Program {
  const send: Program['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${app.url}/scim/v2/${organization}${path}`, {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
  };
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, Operations) => send('PATCH', path, { schemas: [patchOp], Operations }),
    remove: (path) => send('DELETE', path),
  };
}

export async function makeToken(client: Client, owner = 'acme', more: object = {}): Promise<string> {
  const { body } = await client.post('add-scim-token', { owner, displayName: randomUUID(), ...more });
  if (body.status !== 'ok') throw new Error(`no token: ${body.msg}`);
  return body.data;
}

/** Two organizations, and a program that provisions acme. */
export async function startScim() {
  const world = await startTenants();
  const token = await makeToken(world.acme.admin, 'acme', { displayName: 'Directory' });
  return { ...world, token, program: programWith(world.app, token) };
}

export const userOf = (userName: string, more: object = {}) => ({
  schemas: [`${core}:User`],
  userName,
  ...more,
});

export const groupOf = (displayName: string, more: object = {}) => ({
  schemas: [`${core}:Group`],
  displayName,
  ...more,
});

/** Makes a user or a group, and returns it. */
export async function made(program: Program, path: '/Users' | '/Groups', resource: object) {
  const answer = await program.post(path, resource);
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
