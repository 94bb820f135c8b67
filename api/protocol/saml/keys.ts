import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import { Refusal } from '../../core/errors.ts';
import { builtInCert } from '../../kinds/cert/keys/built-in-cert.ts';
import { keyRowsOf, publishedKeys } from '../../kinds/cert/keys/key-rows.ts';
import { samlKeyRowsMade } from '../../kinds/saml-key/saml-keys.ts';
import type { AccountDeps } from '../../signin/place/deps.ts';

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

type Deps = Pick<AccountDeps, 'db' | 'store'>;
type Signing = Pick<Application, 'cert' | 'organization'>;
type Half = { certificate: string; privateKey: string };

const isRsa = (privateKey: string) => createPrivateKey(privateKey).asymmetricKeyType === 'rsa';

function keyOf({ certificate: pem, privateKey }: Half, is: Pick<SamlKey, 'signs' | 'isLong'>): SamlKey {
  const certificate = new X509Certificate(pem);
  return { privateKey, certificate, base64: certificate.raw.toString('base64'), ...is };
}

const certOf = async ({ cert: name }: Signing, { db, store }: Deps): Promise<Cert | undefined> =>
  (await store('cert').find(db, 'admin', name || builtInCert)) as unknown as Cert | undefined;

/** The keys of an application's cert, for an organization of an earlier version that has not rotated yet. */
async function keysOfCert(cert: Cert, { db, store }: Deps, now: Date): Promise<SamlKey[]> {
  return publishedKeys(cert, await keyRowsOf(cert.name, { sql: db, store }), now)
    .filter(({ certificate, privateKey }) => certificate && privateKey && isRsa(privateKey))
    .map((key) => keyOf(key, { signs: key.state === 'signing', isLong: key.cryptoAlgorithm === 'RS512' }));
}

/**
 * The keys of an application's organization that service providers must know, the signing one first: during a rotation also the one that signs
 * next, and the one before. No two organizations have one, so a service provider of one never takes a response of another (S9).
 */
export async function samlKeysOf(application: Signing, { db, store }: Deps, now: Date): Promise<SamlKey[]> {
  const rows = await samlKeyRowsMade(application.organization, { db, store, now });
  const isShared = rows.some(({ state }) => state === 'shared');
  // The application's cert says which digest its service providers take, whoever owns the key.
  const cert = await certOf(application, { db, store });
  const isLong = cert?.cryptoAlgorithm === 'RS512';
  const own = rows
    .filter(({ certificate, notAfter }) => certificate && (notAfter === '' || Date.parse(notAfter) > now.getTime()))
    .map((row) => keyOf(row, { signs: row.state === 'signing', isLong }));
  const certKeys = isShared && cert ? await keysOfCert(cert, { db, store }, now) : [];
  return [...certKeys, ...own].filter(({ certificate }) => certificate.validToDate > now);
}

/** The key that signs now. */
export async function samlKeyOf(...asked: Parameters<typeof samlKeysOf>): Promise<SamlKey> {
  const key = (await samlKeysOf(...asked)).find(({ signs }) => signs);
  if (!key) throw new Refusal('saml-key-unfit');
  return key;
}
