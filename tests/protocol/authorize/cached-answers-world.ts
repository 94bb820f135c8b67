import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll } from 'vitest';
import { basic } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld } from '../world.ts';

export type By = Pick<Application, 'clientId' | 'clientSecret'>;

/** A server with clients whose tokens are used again and again. */
export function cachedAnswersWorld() {
  let world: ProtocolWorld;
  beforeAll(async () => {
    world = await createProtocolWorld();
  });
  afterAll(() => world?.app.stop());

  return {
    get world() {
      return world;
    },

    applicationWith: (settings: Partial<Application> = {}) =>
      world.application(`app-${randomUUID()}`, {
        grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', 'password'],
        enableSigninSession: true,
        ...settings,
      }),

    userinfoOf: (token: string, app = world.app, headers: Record<string, string> = {}) =>
      app.anonymous.get('/api/userinfo', {}, { headers: { Authorization: `Bearer ${token}`, ...headers } }),

    introspected(token: string, { clientId, clientSecret }: By, app = world.app) {
      const headers = basic(clientId, clientSecret);
      return app.anonymous.post('/api/login/oauth/introspect', new URLSearchParams({ token }), { headers });
    },

    /** A new user, made by an administrator. */
    async somebody(facts: Record<string, unknown> = {}) {
      const name = `user-${randomUUID()}`;
      await add(world.root, 'user', { owner: 'acme', name, displayName: name, password, ...facts });
      return name;
    },

    async byPassword({ clientId, clientSecret }: By, username: string, scope = 'openid') {
      const form = new URLSearchParams({ grant_type: 'password', username, password, scope });
      const headers = basic(clientId, clientSecret);
      const { body, text } = await world.app.anonymous.post('/api/login/oauth/access_token', form, { headers });
      const { access_token } = body as unknown as { access_token?: string };
      if (!access_token) throw new Error(text);
      return access_token;
    },
  };
}
