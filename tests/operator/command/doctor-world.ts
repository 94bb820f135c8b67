import { freePort } from '../../harness/cluster/ports.ts';
import { createProtocolWorld, type ProtocolWorld } from '../../protocol/world.ts';

type Values = Record<'OIDC_ISSUER_URL' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_REDIRECT_URI', string>;

export interface DoctorWorld {
  world: ProtocolWorld;
  /** What a program in order has in its file. */
  values: Values;
}

export async function createDoctorWorld(): Promise<DoctorWorld> {
  const world = await createProtocolWorld();
  const redirectUri = `http://localhost:${await freePort()}/callback`;
  const { clientId, clientSecret } = await world.application('app-doctor', {
    redirectUris: [redirectUri, 'https://shop.example/callback'],
  });
  const values = {
    OIDC_ISSUER_URL: world.app.url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_REDIRECT_URI: redirectUri,
  };
  return { world, values };
}
