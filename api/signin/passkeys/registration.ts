import type { Passkey } from '@doorwright/crds/kinds/passkey.ts';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { Refusal } from '../../core/errors.ts';
import type { AccountDeps } from '../place/deps.ts';
import { type Attestation, refused } from './answers.ts';
import { challengeLifetime } from './challenges.ts';
import { modelOf } from './models.ts';
import { relyingParty } from './relying-party.ts';

/** ECDSA, RSA and EdDSA, as Casdoor 2022 offers them (COSE). */
export const algorithms = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8];

interface Newcomer {
  /** The random name under which the authenticator knows the user. */
  handle: string;
  name: string;
  displayName: string;
  /** The passkeys that they have. An authenticator makes no second one. */
  had: readonly Pick<Passkey, 'id' | 'transports'>[];
}

/** Asks for a passkey that finds its user by itself, and that the user unlocks. */
export async function registrationOptions(
  { config }: Pick<AccountDeps, 'config'>,
  challenge: string,
  { handle, name, displayName, had }: Newcomer,
  rpName: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName,
    rpID: relyingParty(config).id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userID: new Uint8Array(Buffer.from(handle)),
    userName: name,
    userDisplayName: displayName,
    attestationType: 'none',
    excludeCredentials: had.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    timeout: challengeLifetime,
  });
}

export type NewPasskey = Omit<Passkey, 'owner' | 'name' | 'user' | 'version' | 'createdTime'>;

/** Verifies the answer of a new passkey. The challenge was used up before. */
export async function verifiedPasskey(
  { config }: Pick<AccountDeps, 'config'>,
  answer: Attestation,
  { challenge, handle }: { challenge: string; handle: string },
): Promise<NewPasskey> {
  const { id, origins } = relyingParty(config);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch((cause: unknown) => {
    throw new Refusal('passkey-refused', {}, { cause });
  });
  if (!verified.verified) throw refused();
  const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  if (!userVerified) throw new Refusal('passkey-unverified');
  return {
    ...{ id: credential.id, handle, aaguid, label: modelOf(aaguid) ?? '' },
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    ...{ counter: credential.counter, transports: answer.response.transports },
    ...{ isSynced: credentialDeviceType === 'multiDevice', isBackedUp: credentialBackedUp, isSuspect: false },
    usedTime: '',
  };
}
