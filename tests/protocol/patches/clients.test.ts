import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from 'oidc-provider';
import { describe, expect, onTestFinished, test } from 'vitest';
import { asProof, clientKey, keySet, proofClaims, signed } from '../tokens/private-key-world.ts';
import { client, createLibrary, origin } from './library.ts';

describe('a patch goes once the library', () => {
  test('client-lookup: knows a client that it has asked the adapter for', async () => {
    let times = 0;
    class Adapter {
      async find(): Promise<object> {
        times += 1;
        return client;
      }
      async upsert(): Promise<void> {}
      async consume(): Promise<void> {}
    }
    const { provider } = await createLibrary({ clients: [], adapter: Adapter as never });
    await provider.Client.find('app');
    await provider.Client.find('app');
    expect(times).toBe(2);
  });

  test('client-keys: reads keys of a client again, though a known one fits', async () => {
    let times = 0;
    const key = await clientKey();
    const server = createServer((_req, res) => {
      times += 1;
      res.writeHead(200).end(keySet(key));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { client_secret: _, ...rest } = client;
    const own = { ...rest, token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `http://127.0.0.1:${port}/` };
    const { provider, base } = await createLibrary({
      clients: [own as never],
      clientAuthMethods: ['private_key_jwt'],
      fetch: (url, init) => fetch(url, { ...init, dispatcher: undefined } as RequestInit),
    });
    const ask = async () => {
      const proof = asProof(await signed(key, proofClaims({ url: origin }, { clientId: 'app' })));
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...proof });
      return (await fetch(`${base}/token`, { method: 'POST', body })).status;
    };
    expect(await ask()).toBe(200);
    const found = (await provider.Client.find('app')) as unknown as { asymmetricKeyStore: { freshUntil: number } };
    found.asymmetricKeyStore.freshUntil = 1;
    expect(await ask()).toBe(200);
    expect(times).toBe(1);
  });

  test('client-secrets: compares secrets with digests', async () => {
    const own = { ...client, client_secret: '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$0000' };
    const { provider } = await createLibrary({ clients: [own as never] });
    const found = (await provider.Client.find('app')) as Client;
    expect(found.compareClientSecret(own.client_secret)).toBe(true);
  });

  test('back-channel-logout: tells a client again that did not answer', async () => {
    let times = 0;
    const server = createServer((_req, res) => {
      times += 1;
      res.writeHead(503).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const told = {
      ...client,
      backchannel_logout_uri: `http://127.0.0.1:${port}/`,
      backchannel_logout_session_required: true,
    };
    const { provider } = await createLibrary({
      clients: [told as never],
      features: { backchannelLogout: { enabled: true } },
      fetch: (url, init) => fetch(url, { ...init, dispatcher: undefined } as RequestInit),
    });
    const found = (await provider.Client.find('app')) as Client & {
      backchannelLogout: (sub: string, sid: string) => Promise<void>;
    };
    await expect(found.backchannelLogout('alice', 'sid')).rejects.toThrow('503');
    expect(times).toBe(1);
  });
});
