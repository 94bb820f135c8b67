import { X509Certificate } from 'node:crypto';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import { keyStates } from '@doorwright/crds/kinds/cert-key.ts';
import { cryptoAlgorithms } from '@doorwright/crds/options/crypto-algorithms.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { bodyObject, invalid } from '../../core/objects/rules/input.ts';
import { problemsOf } from '../../core/objects/rules/schema-problems.ts';
import { idInBody, parseId } from '../../core/objects/storage/ids.ts';
import type { Route } from '../../http/route.ts';
import { listParameters } from '../kind-routes.ts';
import type { RouteDeps } from '../route-deps.ts';
import { factsOf } from './certificate-facts.ts';
import { keyRowsOf, publishedKeys } from './keys/key-rows.ts';
import { isPair } from './keys/retire-key.ts';
import { createCertKeys } from './keys/rotate-keys.ts';

const publicKey = z.object({
  kid: z.string().describe('Its id in the JWKS and in tokens.'),
  state: z.enum(keyStates).describe('What it is used for now.'),
  cryptoAlgorithm: z.enum(cryptoAlgorithms).describe('The algorithm of its signatures.'),
  expireTime: z.iso.datetime().describe('When its certificate expires, and the key leaves the JWKS.'),
  notAfter: z.string().describe('When a retired key leaves the JWKS; empty for the others.'),
});

const ending = z.object({
  owner: z.string().max(100).default('admin').describe('Owner of the cert.'),
  name: z.string().max(100).describe('Name of the cert.'),
  kid: z.string().min(1).max(200).describe('Id of the key.'),
});

const presented = z.object({
  certificate: z.string().min(1).max(100_000).describe('Certificates as PEM, or one in base64.'),
});

const certificateFacts = z.object({
  subject: z.string().describe('The name of its owner.'),
  issuer: z.string().describe('The name of its issuer.'),
  expireTime: z.iso.datetime().describe('When it expires.'),
});

/** Routes for the keys of a cert. */
export function certRoutes({ db, registry, store, objects }: RouteDeps): Route[] {
  const kind = registry.named('cert');
  const keys = createCertKeys({ objects, registry });
  const tag = kind.kind;

  // Casdoor 2022 has both spellings.
  const getGlobalCerts = (['/api/get-global-certs', '/api/get-globle-certs'] as const).map(
    (path): Route => ({
      method: 'GET',
      path,
      summary: 'Lists all certs. They belong to the platform.',
      tag,
      permission: 'administrator',
      query: Object.fromEntries(Object.entries(listParameters(kind)).filter(([name]) => name !== 'owner')),
      answer: { data: { type: 'array', items: emit(kind.schema) }, data2: { type: 'integer' } },
      async handle({ context, query }) {
        const { rows, total } = await objects.list(kind, context, { ...query, owner: '' });
        return { data: rows, data2: total };
      },
    }),
  );

  const getCertKeys: Route = {
    method: 'GET',
    path: '/api/get-cert-keys',
    summary: 'Lists the keys of a cert that verify tokens, the signing one first.',
    tag,
    permission: 'administrator',
    query: { id: { about: 'owner/name of the cert.', required: true } },
    answer: { data: { type: 'array', items: emit(publicKey) } },
    async handle({ context, query }) {
      const cert = (await objects.get(kind, context, parseId(kind, query.id))) as unknown as Cert;
      const found = publishedKeys(cert, await keyRowsOf(cert.name, { sql: db, store }), context.now).filter(
        // A former key of another product has no private half here.
        (key) => isPair(key) || (key.state === 'retired' && key.certificate !== ''),
      );
      return {
        data: found.map(({ kid, state, cryptoAlgorithm, notAfter, certificate }) => {
          const expireTime = new X509Certificate(certificate).validToDate.toISOString();
          return { kid, state, cryptoAlgorithm, expireTime, notAfter };
        }),
      };
    },
  };

  const deleteCertKey: Route = {
    method: 'POST',
    path: '/api/delete-cert-key',
    summary: 'Removes a key that does not sign, at once. Tokens that it signed become invalid.',
    tag,
    permission: 'globalAdmin',
    body: emit(ending),
    answer: { data: { type: 'string', enum: ['Affected'] } },
    async handle({ context, body }) {
      const result = ending.safeParse(bodyObject(body));
      if (!result.success) throw invalid(problemsOf(result.error));
      await keys.retire(idInBody(kind, result.data), context, result.data.kid);
      return { data: 'Affected' };
    },
  };

  const readCertificate: Route = {
    method: 'POST',
    path: '/api/read-certificate',
    summary: 'Reads the names and the end of certificates, and stores nothing. Another text gives an empty list.',
    tag,
    permission: 'administrator',
    body: emit(presented),
    answer: { data: { type: 'array', items: emit(certificateFacts) } },
    async handle({ body }) {
      const result = presented.safeParse(bodyObject(body));
      if (!result.success) throw invalid(problemsOf(result.error));
      return { data: factsOf(result.data.certificate) };
    },
  };

  return [...getGlobalCerts, getCertKeys, deleteCertKey, readCertificate];
}
