import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import { Refusal } from '../../core/errors.ts';
import { builtInCert } from '../../kinds/cert/keys/built-in-cert.ts';
import { keyRowsOf, publishedKeys } from '../../kinds/cert/keys/key-rows.ts';
import type { AccountDeps } from '../../signin/deps.ts';

export interface SamlKey {
  /** PEM. */
  privateKey: string;
  certificate: X509Certificate;
  /** The certificate as messages of XML hold it. */
  base64: string;
  /** The keys of a rotation besides the first one only verify. */
  signs: boolean;
  isLong: boolean;
}

const isRsa = (privateKey: string) => createPrivateKey(privateKey).asymmetricKeyType === 'rsa';

/**
 * The keys of an application's cert that service providers must know, the signing one first: during a rotation also the one that signs next,
 * and the one before. Signatures of SAML are RSA here, which every library verifies.
 */
export async function samlKeysOf(
  { cert: name }: Pick<Application, 'cert'>,
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  now: Date,
): Promise<SamlKey[]> {
  const cert = (await store('cert').find(db, 'admin', name || builtInCert)) as unknown as Cert | undefined;
  if (!cert) return [];
  return publishedKeys(cert, await keyRowsOf(cert.name, { sql: db, store }), now)
    .filter(({ certificate, privateKey }) => certificate && privateKey && isRsa(privateKey))
    .map(({ certificate: pem, privateKey, state, cryptoAlgorithm }) => {
      const certificate = new X509Certificate(pem);
      const base64 = certificate.raw.toString('base64');
      return { privateKey, certificate, base64, signs: state === 'signing', isLong: cryptoAlgorithm === 'RS512' };
    })
    .filter(({ certificate }) => certificate.validToDate > now);
}

/** The key that signs now. */
export async function samlKeyOf(...asked: Parameters<typeof samlKeysOf>): Promise<SamlKey> {
  const key = (await samlKeysOf(...asked)).find(({ signs }) => signs);
  if (!key) throw new Refusal('saml-key-unfit');
  return key;
}
