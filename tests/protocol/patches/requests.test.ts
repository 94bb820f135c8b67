import { get } from 'node:http';
import { UnsecuredJWT } from 'jose';
import { errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
// @ts-expect-error: the library publishes no types for its inside
import { checkOpenidScope } from 'oidc-provider/lib/actions/authorization/scopes.js';
import { describe, expect, test } from 'vitest';
import { client, createLibrary, origin } from './library.ts';

describe('a patch is deleted once the library', () => {
  test('bare-token: allows the response type `token`', () => {
    expect(() => new Provider(origin, { responseTypes: ['token' as never] })).toThrow('response type');
  });

  test('authorization-steps, without-openid: takes a nonce without the scope openid', async () => {
    const { provider } = await createLibrary();
    const found = await provider.Client.find('app');
    const oidc = { provider, client: found, route: 'authorization', params: { response_type: 'code', nonce: 'n' } };
    // The step itself: another test of this process may have started the api, which replaces it in the list.
    expect(() => checkOpenidScope({ oidc }, () => 'passed')).toThrow('invalid_request');
    expect(checkOpenidScope({ oidc: { ...oidc, params: { response_type: 'code' } } }, () => 'passed')).toBe('passed');
  });

  test('unsupported-objects: asks whether a client may send its request as a JWT before it reads the JWT', async () => {
    // Another file of this worker may have brought the patch in, which lets this client send a JWT.
    const own = { ...client, application: { oauthFeatures: ['request_objects'] } };
    const refuse = () => {
      throw new errors.RequestNotSupported();
    };
    const { authorize, told } = await createLibrary({
      clients: [own as never],
      extraClientMetadata: { properties: ['application'] },
      features: { requestObjects: { enabled: true, assertJwtClaimsAndHeader: refuse } },
    });
    const asked = { request: new UnsecuredJWT({ client_id: 'app' }).encode() };
    expect(await told(authorize(asked))).toMatchObject({ error: 'invalid_request_object' });
  });

  test('response-types: has an error of its own for a response type that the client may not use', async () => {
    const own = { ...client, response_types: ['code'] };
    const { authorize, told } = await createLibrary({ clients: [own as never] });
    const asked = { response_type: 'id_token', nonce: 'n' };
    expect(await told(authorize(asked))).toMatchObject({ error: 'invalid_request' });
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
});
