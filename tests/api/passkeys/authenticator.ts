import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a browser and an authenticator may do otherwise than they should. */
export interface Manner {
  origin?: string;
  rpId?: string;
  /** The challenge that is signed, in place of the one of the options. */
  challenge?: string;
  isVerified?: boolean;
  isPresent?: boolean;
  isSynced?: boolean;
  isBackedUp?: boolean;
  counter?: number;
  crossOrigin?: boolean;
  type?: string;
  aaguid?: string;
}

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const fromWire = (text: string) => Buffer.from(text, 'base64').toString('base64url');
const flag = (bit: number, isSet = false) => (isSet ? 1 << bit : 0);

/** The clients at this address are browsers at localhost, because browsers know no passkeys of an address. */
export const originOf = (url: string) => url.replace('127.0.0.1', 'localhost');

/** An authenticator as WebAuthn describes it (6.1, 6.5), with one passkey. The tests decide what it says. */
export function createAuthenticator(url: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let handle = '';
  let uses = 0;

  function dataOf(options: Options, manner: Manner, isNew: boolean): Buffer {
    const { isVerified = true, isPresent = true, isSynced = true, isBackedUp = isSynced, counter = 0 } = manner;
    const rpId = manner.rpId ?? options.rpId ?? options.rp?.id ?? '';
    const flags = flag(0, isPresent) | flag(2, isVerified) | flag(3, isSynced) | flag(4, isBackedUp) | flag(6, isNew);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...(isNew ? [attested(manner)] : [])]);
  }

  function attested({ aaguid = '00000000-0000-0000-0000-000000000000' }: Manner): Buffer {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([Buffer.from(aaguid.replaceAll('-', ''), 'hex'), length, id, coseOf(publicKey)]);
  }

  function clientDataOf(options: Options, manner: Manner, usual: string): Buffer {
    const {
      origin = originOf(url),
      challenge = fromWire(options.challenge),
      crossOrigin = false,
      type = usual,
    } = manner;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  }

  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  return {
    id: common.id,
    /** The public key (COSE), in base64url. */
    publicKey: coseOf(publicKey).toString('base64url'),
    get uses() {
      return uses;
    },
    /** Makes the passkey. */
    create(options: Options, manner: Manner = {}) {
      handle = fromWire(options.user?.id ?? '');
      const authData = new Uint8Array(dataOf(options, manner, true));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...common,
        response: {
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          clientDataJSON: clientDataOf(options, manner, 'webauthn.create').toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Signs a challenge. */
    get(options: Options, manner: Manner & { userHandle?: string; key?: KeyObject } = {}) {
      uses++;
      const authData = dataOf(options, manner, false);
      const clientData = clientDataOf(options, manner, 'webauthn.get');
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), manner.key ?? privateKey);
      return {
        ...common,
        response: {
          authenticatorData: authData.toString('base64url'),
          clientDataJSON: clientData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: manner.userHandle ?? handle,
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** A public key of P-256 in COSE (RFC 9053). */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
  return Buffer.from(isoCBOR.encode(cose as never));
}
