import type { TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { add } from '../harness/world.ts';

/** Many people of one organization, signed in. Their passwords are stored as texts: digests of hundreds would take long. */
export async function manyBuyers(app: TestApp, root: Client, count: number): Promise<Client[]> {
  const owner = 'crowd';
  await add(root, 'organization', { name: owner, displayName: 'Crowd', passwordType: 'plain' });
  const names = Array.from({ length: count }, (_, at) => `buyer${at}`);
  for (const name of names)
    await add(root, 'user', { owner, name, displayName: name, password: 'one-for-all-of-them' });
  const clients: Client[] = [];
  for (let at = 0; at < count; at += 20) {
    const some = names.slice(at, at + 20);
    clients.push(...(await Promise.all(some.map((name) => app.signedIn(owner, name, 'one-for-all-of-them')))));
  }
  return clients;
}
