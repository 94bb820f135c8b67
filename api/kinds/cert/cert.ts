import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type Cert, keyTypes } from '@doorwright/crds/kinds/cert.ts';
import type { ProblemCode } from '@doorwright/locales';
import { invalid } from '../../core/objects/input.ts';
import type { Draft, Hooks, Work } from '../../core/objects/kind-hooks.ts';
import { changeKey, nameFirstKey, renameKey } from './keys/change-key.ts';
import { type CertAlgorithm, generateCert } from './keys/generate-cert.ts';

const smallestRsaKey = 2048;
/**
 * A PEM of 20,000 characters can hold a key of 26,000 bits, and each signature with it takes a processor one
 * second.
 */
const largestRsaKey = 8192;

const keyType = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) =>
  asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType;

function parsed<T>(field: string, code: ProblemCode, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw invalid([{ field, code }]);
  }
}

/** Checks an imported pair: both halves are readable, belong together, fit the algorithm and have not expired. */
export function checkPair(draft: Draft, now: Date): void {
  const { certificate, privateKey, cryptoAlgorithm } = draft as Draft & Record<string, string>;
  const cert = parsed('certificate', 'not-certificate', () => new X509Certificate(String(certificate)));
  const key = parsed('privateKey', 'not-private-key', () => createPrivateKey(String(privateKey)));
  if ((key.asymmetricKeyDetails?.modulusLength ?? largestRsaKey) > largestRsaKey)
    throw invalid([{ field: 'privateKey', code: 'key-too-long', params: { max: largestRsaKey } }]);
  if (!cert.checkPrivateKey(key)) throw invalid([{ field: 'privateKey', code: 'not-key-of-certificate' }]);
  if (cert.validToDate <= now) throw invalid([{ field: 'certificate', code: 'certificate-expired' }]);
  if (keyType(key) !== keyTypes[cryptoAlgorithm as CertAlgorithm])
    throw invalid([{ field: 'cryptoAlgorithm', code: 'not-fit-for-key' }]);
  if ((key.asymmetricKeyDetails?.modulusLength ?? smallestRsaKey) < smallestRsaKey)
    throw invalid([{ field: 'privateKey', code: 'key-too-short', params: { min: smallestRsaKey } }]);
}

const generated = async (draft: Draft, { now }: Work): Promise<Draft> => ({
  ...draft,
  ...(await generateCert({ ...(draft as Draft & Parameters<typeof generateCert>[0]), now })),
});

const isEmpty = ({ certificate, privateKey }: Draft) => !certificate && !privateKey;

/** Certificates that only verify messages of a payment service have no private key here. */
const isForeign = ({ privateKey, authorityPublicKey }: Draft) => !privateKey && Boolean(authorityPublicKey);

function withPair(draft: Draft, work: Work): Draft | Promise<Draft> {
  if (isEmpty(draft)) return generated(draft, work);
  if (!isForeign(draft)) checkPair(draft, work.now);
  return draft;
}

async function beforeAdd(draft: Draft, work: Work): Promise<Draft> {
  const next = await withPair(draft, work);
  await nameFirstKey(next as Draft & Cert, work);
  return next;
}

/** An update with both halves empty creates a new pair. An unchanged pair is not checked again. */
async function beforeUpdate(draft: Draft, before: Draft, work: Work): Promise<Draft> {
  const names = ['certificate', 'privateKey', 'cryptoAlgorithm'] as const;
  if (names.every((name) => draft[name] === before[name])) return draft;
  const next = await withPair(draft, work);
  await changeKey(before as Draft & Cert, next as Draft & Cert, work);
  return next;
}

export const certHooks: Hooks = {
  beforeAdd,
  beforeUpdate,
  afterRename: (after, before, work) => renameKey(before as Draft & Cert, after as Draft & Cert, work),
  restore: (cert, _deletion, work) => nameFirstKey(cert as Draft & Cert, work),
};
