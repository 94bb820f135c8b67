import type { Adapter, AllClientMetadata } from 'oidc-provider';
import type { ProtocolDeps } from '../deps.ts';
import { createArtifacts } from './artifacts.ts';
import { presentAccessToken } from './present-entities.ts';
import { createSessionAdapter } from './session-adapter.ts';
import { createTokenAdapter } from './token-adapter.ts';
import { families } from './token-families.ts';
import { createUsedProofs } from './used-proofs.ts';

const unused = async () => undefined;

type FindClient = (id: string) => Promise<AllClientMetadata | undefined>;

/** The library reads clients only. The kind Application changes them. */
const clientAdapter = (find: FindClient): Adapter => ({
  find: find as never,
  upsert: unused,
  consume: unused,
  destroy: unused,
  findByUid: unused,
  findByUserCode: unused,
  revokeByGrantId: unused,
});

function refreshTokens(deps: ProtocolDeps): Adapter {
  const artifacts = createArtifacts(deps, 'RefreshToken');
  return {
    ...artifacts,
    async find(id) {
      const found = await artifacts.find(id);
      families.note(found?.family);
      return found;
    },
    async upsert(id, payload, expiresIn) {
      const family = families.present() ?? presentAccessToken();
      await artifacts.upsert(id, { ...payload, family }, expiresIn);
    },
  };
}

/** Stores each model of the library in our tables. */
export const createAdapter =
  (deps: ProtocolDeps, findClient: FindClient) =>
  (model: string): Adapter => {
    if (model === 'Client') return clientAdapter(findClient);
    if (model === 'Session') return createSessionAdapter(deps);
    if (model === 'AccessToken' || model === 'ClientCredentials') return createTokenAdapter(deps);
    if (model === 'RefreshToken') return refreshTokens(deps);
    if (model === 'ReplayDetection') return createUsedProofs(deps);
    return createArtifacts(deps, model);
  };
