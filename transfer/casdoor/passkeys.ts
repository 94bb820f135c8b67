import type { User } from '@doorwright/crds/kinds/user.ts';
import { webauthnCredential } from '@doorwright/crds/options/webauthn-credential.ts';
import type { Losses } from '../reading/losses.ts';
import type { Original } from './original.ts';

type Credential = User['webauthnCredentials'][number];
type Entry = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

/** Newer versions begin the names with small letters. */
const inCapitals = (entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name.toLowerCase() === 'id' ? 'ID' : name.charAt(0).toUpperCase() + name.slice(1),
      value,
    ]),
  );

function credentialOf(value: unknown): Credential | undefined {
  if (!isObject(value)) return;
  const { ID, PublicKey, AttestationType, Authenticator, Transport } = inCapitals(value);
  const { AAGUID, SignCount, CloneWarning } = inCapitals(isObject(Authenticator) ? Authenticator : {});
  if (typeof ID !== 'string' || typeof PublicKey !== 'string' || ID === '' || PublicKey === '') return;
  const read = webauthnCredential.safeParse({
    ...{ ID, PublicKey, AttestationType: String(AttestationType ?? '') },
    Authenticator: {
      ...{ AAGUID: String(AAGUID ?? ''), SignCount: Number(SignCount ?? 0), CloneWarning: CloneWarning === true },
    },
    ...(Array.isArray(Transport) && { Transport }),
  });
  return read.success ? read.data : undefined;
}

/** Passkeys, which work where the server has the same domain as before. */
export function passkeysOf(original: Original, losses: Losses): Credential[] {
  const listed = original.list('webauthnCredentials');
  const read = listed.flatMap((each) => credentialOf(each) ?? []);
  if (read.length < listed.length)
    losses.add(`${listed.length - read.length} passkeys`, 'They have no ID or no public key. The user adds a new one.');
  return read;
}
