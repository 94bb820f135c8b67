import { get } from 'node:http';
import { UnsecuredJWT } from 'jose';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
// @ts-expect-error: the library publishes no types for its inside
import { checkOpenidScope } from 'oidc-provider/lib/actions/authorization/scopes.js';
import { describe, expect, test } from 'vitest';
import { client, createLibrary, origin } from './library.ts';

type Fields = Record<string, string>;

describe('a patch goes once the library', () => {
  test('answer-issuer: names the issuer beside an ID token', async () => {
    const { authorize, told } = await createLibrary();
    const answer = await told(authorize({ response_type: 'code id_token', nonce: 'n' }));
    expect(answer).toMatchObject({ code: expect.any(String), id_token: expect.any(String) });
    expect(answer).not.toHaveProperty('iss');
  });

  test('bare-token: allows the response type `token`', () => {
    expect(() => new Provider(origin, { responseTypes: ['token' as never] })).toThrow('response type');
  });

  test('without-openid: takes a nonce without the scope openid', async () => {
    const { provider } = await createLibrary();
    const found = await provider.Client.find('app');
    const oidc = { provider, client: found, route: 'authorization', params: { response_type: 'code', nonce: 'n' } };
    // The step itself: another test of this process may have started the api, which replaces it in the list.
    expect(() => checkOpenidScope({ oidc }, () => 'passed')).toThrow('invalid_request');
    expect(checkOpenidScope({ oidc: { ...oidc, params: { response_type: 'code' } } }, () => 'passed')).toBe('passed');
  });

  test('judged-requests: decides for each client whether its request may be a JWT', async () => {
    // Another file of this worker may have brought the patch in. With it, this client may send a JWT too.
    const own = { ...client, application: { oauthFeatures: ['request_objects'] } };
    const { authorize, told } = await createLibrary({
      clients: [own as never],
      extraClientMetadata: { properties: ['application'] },
      features: { requestObjects: { enabled: true } },
    });
    const asked = { request: new UnsecuredJWT({ client_id: 'app' }).encode() };
    expect(await told(authorize(asked))).not.toMatchObject({ error: 'request_not_supported' });
  });

  test('wrong-fields: says by a field of an error which parameter is wrong', async () => {
    const { provider, authorize } = await createLibrary({ pkce: { required: () => true } });
    const errors: object[] = [];
    provider.on('authorization.error', (_ctx, error) => void errors.push(error));
    await authorize();
    const [error] = errors as [Fields];
    const fields = Object.keys(error).filter((name) => name !== 'error_description');
    expect(error).toMatchObject({ error: 'invalid_request' });
    expect(fields.some((name) => String(error[name]).includes('code_challenge'))).toBe(false);
  });

  test('response-types: has an error of its own for a response type that the client may not use', async () => {
    const own = { ...client, response_types: ['code'] };
    const { authorize, told } = await createLibrary({ clients: [own as never] });
    const asked = { response_type: 'id_token', nonce: 'n' };
    expect(await told(authorize(asked))).toMatchObject({ error: 'invalid_request' });
  });

  test('response-types: says that no response type was asked for', async () => {
    const own = { ...client, response_modes: ['query', 'fragment'] };
    const { authorize, told } = await createLibrary({ clients: [own as never] });
    const { error_description } = await told(authorize({ response_type: '' }));
    expect(error_description).not.toContain('response_type');
  });

  test('response-modes: lets a mode that it brings along be replaced', async () => {
    const { provider, authorize } = await createLibrary();
    let isAsked = false;
    provider.registerResponseMode('form_post', () => {
      isAsked = true;
    });
    const page = await (await authorize({ response_mode: 'form_post' })).text();
    expect([isAsked, page.includes('Submitting Callback')]).toEqual([false, true]);
  });

  test('done-prompts: takes a sign-in of this second for one that the request asks for', async () => {
    const { authorize } = await createLibrary({ interactions: { url: () => '/page' } });
    expect((await authorize({ prompt: 'login' })).headers.get('location')).toBe('/page');
  });

  test('own-addresses: takes no address from a request', async () => {
    const { provider, base } = await createLibrary();
    const addresses: string[] = [];
    provider.use(async (ctx, next) => {
      await next();
      addresses.push((ctx as unknown as KoaContextWithOIDC).oidc.urlFor('token'));
    });
    const path = 'http://other.example/.well-known/openid-configuration';
    await new Promise((answered) => get({ host: '127.0.0.1', port: new URL(base).port, path }, answered));
    expect(addresses).toEqual(['http://other.example/token']);
  });

  test('redirect-addresses: lets a program say which addresses may be registered', async () => {
    const own = { ...client, redirect_uris: ['http://app.example/cb'] };
    const { provider } = await createLibrary({ clients: [own as never] });
    await expect(provider.Client.find('app')).rejects.toThrow('invalid_redirect_uri');
  });

  test('redirect-addresses: compares the address of a native client whole', async () => {
    const own = { ...client, application_type: 'native', redirect_uris: ['http://127.0.0.1/cb'] };
    const { provider } = await createLibrary({ clients: [own as never] });
    const found = await provider.Client.find('app');
    expect(found?.redirectUriAllowed('http://127.0.0.1:999/cb')).toBe(true);
  });

  test('read-bodies: takes a body that was read before without a warning', async () => {
    const said: unknown[] = [];
    const { warn } = console;
    console.warn = (...words) => void said.push(words.join(' '));
    try {
      const { provider, post } = await createLibrary();
      provider.use(async (ctx, next) => {
        for await (const _ of ctx.req);
        Object.assign(ctx.req, { body: { grant_type: 'client_credentials' } });
        await next();
      });
      await post('/token', { grant_type: 'client_credentials' });
    } finally {
      console.warn = warn;
    }
    expect(said.join('\n')).toContain('already parsed');
  });
});
