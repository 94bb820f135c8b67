import type { z } from 'zod';
import { certDeclared } from '../declared/cert.ts';
import { defineKind } from '../define.ts';
import { choice, integer, text } from '../field.ts';
import { cryptoAlgorithms } from '../options/crypto-algorithms.ts';

export const certScopes = ['JWT'] as const;
export const certTypes = ['x509'] as const;

const smallestRsaKey = 2048;

const isRsa = (algorithm: string) => /^[RP]S/.test(algorithm);

/** A key pair with its certificate, which signs tokens and messages. */
export const cert = defineKind({
  kind: 'Cert',
  about: 'A key pair and its certificate, with which tokens and messages are signed.',
  owner: 'admin',
  tenant: 'platform',
  shared: true,
  builtIn: ['cert-built-in'],
  access: {
    list: 'administrator',
    get: 'administrator',
    add: 'globalAdmin',
    update: 'globalAdmin',
    delete: 'globalAdmin',
  },
  check: ({ cryptoAlgorithm, bitSize }) =>
    isRsa(cryptoAlgorithm) && bitSize < smallestRsaKey
      ? [{ path: 'bitSize', code: 'too-small-for', params: { min: smallestRsaKey, other: cryptoAlgorithm } }]
      : [],
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    scope: choice('Scope', certScopes, { about: 'Purpose of the keys.', initial: 'JWT' }),
    type: choice('Type', certTypes, { about: 'Format of the certificate.', initial: 'x509' }),
    cryptoAlgorithm: choice('Algorithm', cryptoAlgorithms, {
      about: 'Algorithm that signs tokens.',
      initial: 'RS256',
    }),
    bitSize: integer('Key size', {
      about: 'Length of an RSA key. The other algorithms have fixed lengths.',
      max: 8192,
      initial: 4096,
      unit: 'bits',
    }),
    expireInYears: integer('Validity', {
      about: 'Validity of a generated certificate.',
      min: 1,
      max: 100,
      initial: 20,
      unit: 'years',
    }),
    certificate: text('Certificate', {
      about:
        'The certificate, as PEM. If it and the private key are empty, a new pair is generated. The old key still verifies its tokens.',
      max: 100_000,
      control: 'pem',
    }),
    privateKey: text('Private key', {
      about: 'The private key, as PEM. It cannot be read.',
      max: 20_000,
      secret: 'masked',
      control: 'pem',
    }),
    authorityPublicKey: text('Authority public key', {
      about: "Certificate of the payment service's own key, as PEM.",
      max: 100_000,
      control: 'pem',
    }),
    authorityRootPublicKey: text('Authority root public key', {
      about: "Certificates that issued the payment service's certificate, as PEM.",
      max: 100_000,
      control: 'pem',
    }),
  },
  starts: {
    displayName: 'New Cert - {random}',
    scope: 'JWT',
    type: 'x509',
    cryptoAlgorithm: 'RS256',
    bitSize: 4096,
    expireInYears: 20,
  },
  list: {
    columns: [
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'scope', filter: certScopes },
      { field: 'type', filter: certTypes },
      { field: 'cryptoAlgorithm', filter: cryptoAlgorithms },
      { field: 'bitSize', search: true },
      { field: 'expireInYears', search: true },
    ],
    shown: ['name', 'displayName', 'cryptoAlgorithm', 'bitSize', 'createdTime'],
  },
  declared: certDeclared,
  form: [
    {
      title: 'Cert',
      fields: ['name', 'displayName', 'scope', 'type', 'cryptoAlgorithm', 'bitSize', 'expireInYears'],
    },
    { title: 'Keys', fields: ['certificate', 'privateKey'] },
    { title: 'Payment service', fields: ['authorityPublicKey', 'authorityRootPublicKey'], rare: true },
  ],
});

export type Cert = z.infer<typeof cert.schema>;
