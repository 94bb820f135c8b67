import type { Passkey } from '@doorwright/crds/kinds/passkey.ts';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import type { AccountDeps } from '../place/deps.ts';
import { type Assertion, refused } from './answers.ts';
import { challengeLifetime } from './challenges.ts';
import { relyingParty } from './relying-party.ts';

export async function assertionOptions(
  { config }: Pick<AccountDeps, 'config'>,
  challenge: string,
  allowed: readonly Pick<Passkey, 'id' | 'transports'>[],
  userVerification: 'required' | 'preferred',
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    allowCredentials: allowed.map(({ id, transports }) => ({ id, transports })),
    userVerification,
    timeout: challengeLifetime,
  });
}

export interface Judged {
  /** Methods of RFC 8176: a key in hardware or one that moves between devices, and a user who was there. */
  amr: string[];
  /** The authenticator has verified the user, by a PIN, a finger or a face. */
  isVerified: boolean;
  /** Notes the use. It refuses if another request has used the same counter, or has shown that the passkey is copied. */
  useUp: (sql: Sql) => Promise<void>;
}

/** A counter that stands still or goes back is that of a copy. Many passkeys have none, and always say 0. */
const isNext = (counter: number, before: number) => counter > before || (counter === 0 && before === 0);

/** The only place that accepts the answer of a passkey. The challenge was used up before. */
export async function judgeAssertion(
  { db, store, config }: Pick<AccountDeps, 'db' | 'store' | 'config'>,
  passkey: Passkey,
  answer: Assertion,
  { challenge, now }: { challenge: string; now: Date },
): Promise<Judged> {
  const { userHandle, ...response } = answer.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.handle) throw refused();
  const { id, origins } = relyingParty(config);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    // The counter and the verification have errors of their own, and are checked only after the signature.
    credential: { id: passkey.id, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter: 0 },
    requireUserVerification: false,
  }).catch((cause: unknown) => {
    throw new Refusal('passkey-refused', {}, { cause });
  });
  if (!verified) throw refused();
  const { newCounter: counter, userVerified, credentialBackedUp, credentialDeviceType } = authenticationInfo;
  // The server learns it of an imported passkey at its first use.
  const isSynced = passkey.isSynced || credentialDeviceType === 'multiDevice';
  const { table } = store('passkey');
  const at = { owner: passkey.owner, id: passkey.id };
  // A refused copy goes on counting, and would be ahead at a later try. So the passkey stays refused until it is removed.
  if (passkey.isSuspect || !isNext(counter, passkey.counter)) {
    await db(table).where(at).update({ is_suspect: true });
    throw new Refusal('passkey-copied');
  }
  return {
    amr: [isSynced ? 'swk' : 'hwk', 'user'],
    isVerified: userVerified,
    async useUp(sql) {
      const used = await sql(table)
        .where({ ...at, is_suspect: false })
        .andWhere((each) => each.where('counter', '<', counter).orWhere({ counter: 0 }))
        .update({ counter, used_time: now, is_backed_up: credentialBackedUp, is_synced: isSynced });
      if (used === 0) throw refused();
    },
  };
}
