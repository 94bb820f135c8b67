import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { publicKeyIn } from '../../rsa-key.ts';
import { refusedBy, type Till } from '../channel.ts';
import { shaped } from '../reach.ts';
import { sent } from './request.ts';
import { opened, sealed } from './sealed.ts';
import { fits, isFresh, signedBy } from './signed.ts';

type Keys = ReadonlyMap<string, KeyObject>;

interface Kept {
  readTime: number;
  keys: Promise<Keys>;
}

/** The platform certificates of the last 200 merchants. They rotate, so an unknown number leads to a new reading. */
const kept = new LRUCache<string, Kept>({ max: 200 });

/** A stranger can send any number, so they cause one reading a minute at most. */
const pause = 60_000;

/** Another address, key or certificate makes another merchant. The name of an entry is a digest, so it tells no secret. */
const nameOf = ({ provider: { owner, name, clientId, clientSecret, host }, cert }: Till) =>
  createHash('sha256')
    .update(JSON.stringify([owner, name, clientId, clientSecret, host, cert?.certificate]))
    .digest('hex');

const listed = z.object({ data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: sealed })).max(50) });

function keyIn(certificate: string | undefined): KeyObject {
  try {
    return new X509Certificate(certificate ?? '').publicKey;
  } catch {
    throw refusedBy('the APIv3 key does not decrypt the platform certificates');
  }
}

/** The certificates come encrypted with the APIv3 key, and signed by one of them. */
async function download(till: Till): Promise<Keys> {
  const { status, headers, body } = await sent({ method: 'GET', path: '/v3/certificates' }, till);
  const text = body.toString();
  if (status !== 200) throw refusedBy(`WeChat Pay answered ${status} to the question for its certificates`);
  const { data } = shaped(listed, text, 'the list of platform certificates');
  const keys = new Map(
    data.map((each) => [each.serial_no, keyIn(opened(each.encrypt_certificate, till.provider))] as const),
  );
  const proof = signedBy((name) => headers.get(name) ?? '', text);
  const key = keys.get(proof.serial);
  if (!key || !isFresh(proof, till.now) || !fits(proof, key))
    throw refusedBy('the signature of the platform certificates is wrong');
  return keys;
}

function platformKeys(till: Till, serial: string): Promise<Keys> {
  const name = nameOf(till);
  const read = () => {
    const entry: Kept = { readTime: till.now.getTime(), keys: download(till) };
    // A failed reading is tried again at once by the next message: it proves nothing about the number.
    entry.keys.catch(() => kept.get(name) === entry && kept.delete(name));
    kept.set(name, entry);
    return entry.keys;
  };
  const known = kept.get(name);
  if (!known) return read();
  return known.keys.then((keys) =>
    keys.has(serial) || till.now.getTime() - known.readTime < pause || kept.get(name) !== known ? keys : read(),
  );
}

/** The key of WeChat Pay that has this number: the merchant's WeChat Pay public key, or a platform certificate. */
export async function platformKey(serial: string, till: Till): Promise<KeyObject | undefined> {
  const { clientId2 } = till.provider;
  if (clientId2 !== '' && serial === clientId2) return publicKeyIn(till.cert?.authorityPublicKey ?? '');
  // Another public key than ours is no certificate either.
  if (!/^[\dA-F]{1,64}$/i.test(serial)) return undefined;
  return (await platformKeys(till, serial)).get(serial);
}
