import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { startApp, type TestApp } from './app.ts';
import { basic, type Client } from './client.ts';

export const password = 'correct-horse-battery';

/** The smallest object of a kind that can be added in an organization. */
export function sampleOf(kind: Kind, organization: string, name: string): Record<string, unknown> {
  const has = (field: string) => fieldsOf(kind).some((each) => each.name === field);
  return {
    owner: kind.owner === 'admin' ? 'admin' : organization,
    [kind.key]: name,
    ...(has('organization') && { organization }),
    ...(has('displayName') && { displayName: name }),
    // The only kind that needs an address.
    ...(kind.name === 'webhook' && { url: 'https://hooks.example/' }),
    // The usual key of 4096 bits takes seconds to make.
    ...(has('cryptoAlgorithm') && { cryptoAlgorithm: 'ES256' }),
  };
}

/** Adds an object as the given client and returns the stored object. */
export async function add(
  client: Client,
  kind: string,
  object: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const answer = await client.post(`add-${kind}`, object);
  if (answer.body.status !== 'ok')
    throw new Error(`could not add ${kind} ${object.owner}/${object.name}: ${answer.body.msg}`);
  return answer.body.data2;
}

export interface Tenant {
  /** An ordinary user of the organization. */
  user: Client;
  /** The organization's administrator. */
  admin: Client;
  /** The credentials of an application of the organization. */
  application: Client;
}

/** An organization with an administrator (adam), a user (alice) and an application, each as a client. */
export async function createTenant(app: TestApp, root: Client, organization: string): Promise<Tenant> {
  await add(root, 'organization', { name: organization, displayName: organization });
  const people = { displayName: 'Someone', password };
  await add(root, 'user', { owner: organization, name: 'adam', isAdmin: true, ...people });
  await add(root, 'user', { owner: organization, name: 'alice', ...people });
  const name = `app-${organization}`;
  await add(root, 'application', { name, organization, cert: 'cert-built-in', enablePassword: true });
  // Only this read returns the secret.
  const { data: application } = (await root.get('get-application', { id: `admin/${name}` })).body;
  return {
    user: await app.signedIn(organization, 'alice', password),
    admin: await app.signedIn(organization, 'adam', password),
    application: app.client(basic(String(application.clientId), String(application.clientSecret))),
  };
}

/** A client whose session ended. */
export async function expiredClient(app: TestApp, organization: string): Promise<Client> {
  const client = await app.signedIn(organization, 'adam', password);
  const cookies = new Map(client.cookies);
  await client.post('logout');
  const expired = app.client();
  for (const [name, value] of cookies) expired.cookies.set(name, value);
  return expired;
}

/** A server with two organizations that have no rights in each other. */
export async function startTenants(settings: Record<string, string> = {}) {
  const app = await startApp({ settings });
  const root = await app.admin();
  return { app, root, acme: await createTenant(app, root, 'acme'), globex: await createTenant(app, root, 'globex') };
}
