import type { ImportedObject } from '@doorwright/crds/options/imported.ts';
import { keycloakDigest } from '@doorwright/crds/values/keycloak-digest.ts';
import { byText } from '../names.ts';
import type { Credential, Person } from '../representation.ts';
import { oneTimeSecret } from './one-time-secret.ts';
import { recoveryDigests } from './recovery-digests.ts';

type Proofs = Pick<ImportedObject, 'digest' | 'totp' | 'recoveryDigests'>;

export interface ReadCredentials {
  proofs: Proofs;
  lost: [what: string, why: string][];
}

const named = (what: string, { userLabel }: Credential) => (userLabel ? `${what} "${userLabel}"` : what);

/** The order of Keycloak: a user's preferred credential has the smallest number. */
const byPriority = (a: Credential, b: Credential) =>
  (a.priority ?? 0) - (b.priority ?? 0) || byText(a.secretData, b.secretData);

/** The most characters of a stored password. */
const longestDigest = 200;

function readPassword(credential: Credential, { proofs, lost }: ReadCredentials): void {
  const digest = keycloakDigest(credential.secretData, credential.credentialData);
  if (digest && digest.password.length <= longestDigest) proofs.digest ??= digest;
  else lost.push(['password', 'its algorithm is not supported; the user sets a new one by mail']);
}

function readOneTime(credential: Credential, { proofs, lost }: ReadCredentials): void {
  const found = oneTimeSecret(credential);
  if ('why' in found) lost.push([named('one-time password', credential), found.why]);
  else if (proofs.totp) lost.push([named('one-time password', credential), 'a user has one app; the first one stays']);
  else proofs.totp = found.totp;
}

function readRecovery(credential: Credential, { proofs, lost }: ReadCredentials): void {
  const digests = recoveryDigests(credential);
  if (!digests) lost.push(['recovery codes', 'their data cannot be read; the user makes new ones']);
  else if (digests.length > 0) proofs.recoveryDigests ??= digests;
}

const readers: Readonly<Record<string, (credential: Credential, into: ReadCredentials) => void>> = {
  password: readPassword,
  otp: readOneTime,
  'recovery-authn-codes': readRecovery,
};

const reasons: Readonly<Record<string, readonly [what: string, why: string]>> = {
  webauthn: ['security key', 'it is bound to the old address; the user adds it again'],
  'webauthn-passwordless': ['passkey', 'it is bound to the old address; the user adds it again'],
};

/** What a user proves themselves with. */
export function readCredentials({ credentials }: Person): ReadCredentials {
  const read: ReadCredentials = { proofs: {}, lost: [] };
  for (const credential of credentials.toSorted(byPriority)) {
    const reader = readers[credential.type];
    if (reader) reader(credential, read);
    else {
      const [what, why] = reasons[credential.type] ?? [
        `credential of type ${credential.type}`,
        'there is no such type here',
      ];
      read.lost.push([named(what, credential), why]);
    }
  }
  return read;
}
