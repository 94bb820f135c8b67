import { hash } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { decodeJwt } from 'jose';
import { type Adapter, errors, Provider } from 'oidc-provider';
import { artifactName } from '../../kinds/token/digest-of.ts';
import type { ProtocolDeps } from '../deps.ts';
import { ProofRefused } from '../errors/proof-refused.ts';
import { createArtifacts } from './artifacts.ts';

const table = tableName(artifact);
const model = 'ReplayDetection';

/** Whether the used proof is that of the client itself. The library names a proof by this digest of its issuer and id. */
function isAssertion(id: string): boolean {
  const { client_assertion: shown } = (Provider.ctx?.oidc.params ?? {}) as { client_assertion?: string };
  if (!shown) return false;
  const { iss, jti } = decodeJwt(shown);
  return hash('sha256', `${iss}${jti}`, 'base64url') === id;
}

const usedTwice = (id: string) =>
  isAssertion(id)
    ? new errors.InvalidClientAuth('client assertion tokens must only be used once')
    : new ProofRefused('DPoP proof JWT Replay detected');

/**
 * Proofs of keys that were used. The library reads and then writes. Of requests with one proof at the same time, on
 * any replica, the first that writes succeeds.
 */
export function createUsedProofs(deps: ProtocolDeps): Adapter {
  const { db, now } = deps;
  return {
    ...createArtifacts(deps, model),
    async upsert(id, _proof, expiresIn = 0) {
      const [shown, forgotten] = [now(), new Date(now().getTime() + expiresIn * 1000)];
      const row = { owner: 'admin', name: artifactName(model, id), created_time: shown, model, payload: '{}' };
      const first = await db(table)
        .insert({ ...row, expire_time: forgotten })
        .onConflict(['owner', 'name'])
        .merge(['expire_time'])
        .where(`${table}.expire_time`, '<=', shown)
        .returning('name');
      if (first.length === 0) throw usedTwice(id);
    },
  };
}
