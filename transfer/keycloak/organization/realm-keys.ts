import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { cryptoAlgorithms } from '@doorwright/crds/options/crypto-algorithms.ts';
import type { Component, Realm } from '../representation.ts';

type Algorithm = (typeof cryptoAlgorithms)[number];

export interface RealmKey {
  name: string;
  algorithm: Algorithm;
  kid: string;
  /** As PEM. */
  certificate: string;
  privateKey: string;
  isActive: boolean;
  priority: number;
}

export interface RealmKeys {
  /** Keys that sign or have signed tokens, the one that signs now first. */
  keys: RealmKey[];
  /** Keys that cannot come, each with the reason. */
  lost: [key: string, why: string][];
  /** Some keys only serve Keycloak itself: they encrypt, or sign its cookies. */
  hasInternal: boolean;
}

const provider = 'org.keycloak.keys.KeyProvider';

/** The algorithm of a provider whose configuration names none. */
const usualAlgorithms: Readonly<Record<string, string>> = {
  'rsa-generated': 'RS256',
  rsa: 'RS256',
  'ecdsa-generated': 'ES256',
  'eddsa-generated': 'EdDSA',
};

const internal = new Set(['rsa-enc-generated', 'rsa-enc', 'hmac-generated', 'aes-generated', 'ecdh-generated']);

const isAlgorithm = (text: string): text is Algorithm => (cryptoAlgorithms as readonly string[]).includes(text);

const lines = (base64: string) =>
  base64
    .replaceAll(/\s/g, '')
    .match(/.{1,64}/g)
    ?.join('\n') ?? '';

/** Keycloak stores bare base64, and people upload PEM. */
const asPem = (label: string, text: string) =>
  text.includes('-----BEGIN') ? text.trim() : `-----BEGIN ${label}-----\n${lines(text)}\n-----END ${label}-----`;

/** Keycloak names a key by the SHA-256 of its public half. */
export const kidOf = (certificate: X509Certificate): string =>
  createHash('sha256')
    .update(certificate.publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64url');

/** The private key as PKCS#8, whether it was stored so or in the older form of RSA. */
function privateKeyOf(text: string): string {
  const pems = [asPem('PRIVATE KEY', text), asPem('RSA PRIVATE KEY', text)];
  for (const pem of pems)
    try {
      return createPrivateKey(pem).export({ format: 'pem', type: 'pkcs8' }).toString().trim();
    } catch {}
  return '';
}

function readKey({ name, providerId, config }: Component): RealmKey | string {
  const first = (key: string) => config[key]?.[0] ?? '';
  const algorithm = first('algorithm') || usualAlgorithms[providerId] || '';
  if (!(providerId in usualAlgorithms)) return 'the key is outside of the realm, so only its owner can bring it';
  if (!isAlgorithm(algorithm))
    return `${algorithm || 'its algorithm'} is not supported; its tokens end with their lifetime`;
  if (!first('certificate')) return 'it has no certificate; its tokens end with their lifetime';
  try {
    const certificate = new X509Certificate(asPem('CERTIFICATE', first('certificate')));
    return {
      ...{ name, algorithm, kid: first('kid') || kidOf(certificate), certificate: certificate.toString().trim() },
      privateKey: privateKeyOf(first('privateKey')),
      isActive: first('active') !== 'false',
      priority: Number(first('priority')) || 0,
    };
  } catch {
    return 'its certificate cannot be read';
  }
}

/** The keys of a realm. Those that are disabled verify nothing in Keycloak either. */
export function readKeys({ components }: Realm): RealmKeys {
  const enabled = (components[provider] ?? []).filter(({ config }) => config.enabled?.[0] !== 'false');
  const isInternal = ({ providerId, config }: Component) =>
    internal.has(providerId) || config.keyUse?.[0]?.toUpperCase() === 'ENC';
  const read = enabled
    .filter((each) => !isInternal(each))
    .map((component) => ({ label: `key "${component.name || component.providerId}"`, key: readKey(component) }));
  const keys = read.flatMap(({ key }) => (typeof key === 'string' ? [] : [key]));
  return {
    keys: keys.sort(
      (a, b) => Number(b.isActive) - Number(a.isActive) || b.priority - a.priority || (a.kid < b.kid ? -1 : 1),
    ),
    lost: read.flatMap(({ label, key }) => (typeof key === 'string' ? [[label, key] as [string, string]] : [])),
    hasInternal: enabled.some(isInternal),
  };
}

/** The pair that signs SAML in Keycloak: service providers know its certificate. */
export function samlKeyOf(realm: Realm): { certificate: string; privateKey: string } | undefined {
  const key = readKeys(realm).keys.find(
    ({ algorithm, isActive, privateKey }) => algorithm === 'RS256' && isActive && privateKey,
  );
  return key && { certificate: key.certificate, privateKey: key.privateKey };
}
