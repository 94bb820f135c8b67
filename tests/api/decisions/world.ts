import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, password, startTenants } from '../../harness/world.ts';

export const fresh = (what: string) => `${what}-${randomUUID()}`;
export const alice = 'acme/alice';
export const read = [alice, 'app-acme', 'Read'];

/** A model in casbin's notation with this matcher. */
export const modelText = (matcher: string, { r = 'sub, obj, act', p = 'permission, sub, obj, act', g = '' } = {}) => `
[request_definition]
r = ${r}
[policy_definition]
p = ${p}
${g && `[role_definition]\ng = ${g}`}
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = ${matcher}`;

/** Tenants with permissions and models, and the callers who ask for decisions. */
export async function createDecisions(settings: Record<string, string> = {}) {
  const world = await startTenants(settings);

  async function user(owner = 'acme'): Promise<string> {
    const name = fresh('user');
    await add(world.root, 'user', { owner, name, displayName: 'Somebody', password });
    return `${owner}/${name}`;
  }

  /** Adds a permission of acme for alice to read its application, with these changes, and returns its id. */
  async function permission(own: Record<string, unknown> = {}): Promise<string> {
    const name = fresh('permission');
    const usual = { users: [alice], resources: ['app-acme'], actions: ['Read'], effect: 'Allow', isEnabled: true };
    await add(world.acme.admin, 'permission', { owner: 'acme', name, displayName: name, ...usual, ...own });
    return `acme/${name}`;
  }

  async function role(own: Record<string, unknown>): Promise<string> {
    const name = fresh('role');
    await add(world.acme.admin, 'role', { owner: 'acme', name, displayName: name, isEnabled: true, ...own });
    return `acme/${name}`;
  }

  async function model(matcher: string, own: Record<string, string> = {}): Promise<string> {
    const name = fresh('model');
    await add(world.acme.admin, 'model', {
      owner: 'acme',
      name,
      displayName: name,
      modelText: modelText(matcher, own),
    });
    return name;
  }

  const ask = (client: Client, query: Record<string, string>, request: unknown = read) =>
    client.post('enforce', request, { query });
  const decided = async (query: Record<string, string>, request: unknown = read, client = world.acme.application) => {
    const { body } = await ask(client, query, request);
    expect(body).toMatchObject({ status: 'ok', data: [expect.any(Boolean)] });
    return body.data[0] as boolean;
  };

  return { world, user, permission, role, model, ask, decided };
}

export type Decisions = Awaited<ReturnType<typeof createDecisions>>;
