import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type ModuleOf, plans } from './plans.ts';

type Module = (app: TestApp) => Promise<void>;

const modules: Record<ModuleOf<'config'>, Module> = {
  'oidcc-discovery-endpoint-verification': async ({ url }) => {
    const answer = await fetch(`${url}/.well-known/openid-configuration`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const metadata = (await answer.json()) as Record<string, unknown>;
    expect(metadata).toMatchObject({
      issuer: url,
      response_types_supported: expect.arrayContaining(['code', 'id_token', 'id_token token']),
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      scopes_supported: expect.arrayContaining(['openid', 'profile', 'email', 'address', 'phone']),
      claims_supported: expect.arrayContaining(['sub', 'name', 'email', 'iss', 'auth_time']),
      grant_types_supported: expect.arrayContaining(['authorization_code', 'implicit', 'refresh_token']),
      claims_parameter_supported: true,
      request_uri_parameter_supported: false,
    });
    for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])
      expect(String(metadata[name])).toMatch(new RegExp(`^${url}/`));
    const { keys } = (await (await fetch(String(metadata.jwks_uri))).json()) as { keys: Record<string, unknown>[] };
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: expect.stringMatching(/^(RSA|EC|OKP)$/), use: 'sig', alg: expect.any(String) });
      for (const half of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(half);
    }
  },
};

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

test.each(plans.config)('%s', (name) => modules[name](app));
