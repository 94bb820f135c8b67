import { expect, test } from 'vitest';
import { basic } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { asPageAsks } from '../../protocol/world.ts';
import { startRecipe } from './world/world.ts';

// No test starts these programs: neither is had from a registry of packages. What they read of Doorwright is tried here.
test.each([
  ['grafana', 'https://grafana.example.com/login/generic_oauth', 'openid profile email groups'],
  ['harbor', 'https://harbor.example.com/c/oidc/callback', 'openid offline_access profile email groups'],
])(
  'the manifest for %s is Ready, and its scopes tell the login name, the email and the groups',
  async (name, callback, scope) => {
    const world = await startRecipe(`${name}.yaml`, []);
    try {
      const { clientId, clientSecret } = world.connection(name);
      const asked = { client_id: clientId, response_type: 'code', redirect_uri: callback, scope, state: 'one' };
      const browser = world.app.client();
      const form = { type: 'code', organization: 'acme', username: 'alice', password };
      const { body } = await browser.post('login', form, { query: asPageAsks(asked) });
      const code = { grant_type: 'authorization_code', code: String(body.data), redirect_uri: callback };
      const headers = basic(clientId, clientSecret);
      const answer = await browser.post('/api/login/oauth/access_token', new URLSearchParams(code), { headers });
      const { access_token } = answer.body as unknown as { access_token: string };
      const told = await world.app.anonymous.get('/api/userinfo', undefined, {
        headers: { Authorization: `Bearer ${access_token}` },
      });
      expect(told.body).toMatchObject({
        ...{ preferred_username: 'alice', name: 'Alice Example', email: 'alice@acme.example' },
        groups: ['admins'],
      });
    } finally {
      await world.stop();
    }
  },
  120_000,
);
