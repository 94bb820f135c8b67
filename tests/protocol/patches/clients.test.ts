import type { Client } from 'oidc-provider';
import { describe, expect, test } from 'vitest';
import { client, createLibrary } from './library.ts';

describe('a patch is deleted once the library', () => {
  test('client-secrets: compares secrets with digests', async () => {
    const own = { ...client, client_secret: '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$0000' };
    const { provider } = await createLibrary({ clients: [own as never] });
    const found = (await provider.Client.find('app')) as Client;
    expect(found.compareClientSecret(own.client_secret)).toBe(true);
  });
});
