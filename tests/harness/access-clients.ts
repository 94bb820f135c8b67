import { randomUUID } from 'node:crypto';
import type { ApiAccess } from '@doorwright/crds/options/api-access.ts';
import type { TestApp } from './app.ts';
import { basic, type Client } from './client.ts';
import { add } from './world.ts';

/** All callers through an application of acme with this access: by its secret, and by its tokens. */
export async function accessClients(app: TestApp, root: Client, { apiAccess }: { apiAccess: ApiAccess }) {
  const name = `app-${apiAccess}`;
  const organization = 'acme';
  const grantTypes = ['authorization_code', 'client_credentials'];
  await add(root, 'application', { name, organization, cert: 'cert-built-in', apiAccess, grantTypes });
  const { data } = (await root.get('get-application', { id: `admin/${name}` })).body;
  const holding = async (user: string, scope: string) => {
    const accessToken = randomUUID().repeat(2);
    await add(root, 'token', { name: accessToken, application: name, organization, user, scope, accessToken });
    return app.client({ Authorization: `Bearer ${accessToken}` });
  };
  return {
    secret: app.client(basic(data.clientId, data.clientSecret)),
    ownToken: await holding(`app/${name}`, 'read'),
    adminsToken: await holding('adam', 'read'),
    usersToken: await holding('alice', 'read'),
    openidToken: await holding('adam', 'openid profile email offline_access'),
  };
}
