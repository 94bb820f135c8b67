import { X509Certificate } from 'node:crypto';
import { type SamlKey, samlKeyStates } from '@doorwright/crds/kinds/saml-key.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { bodyObject, invalid } from '../../core/objects/rules/input.ts';
import { problemsOf } from '../../core/objects/rules/schema-problems.ts';
import { idInBody, parseId } from '../../core/objects/storage/ids.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../route-deps.ts';
import { createSamlKeys } from './rotate-saml-keys.ts';

const publicKey = z.object({
  state: z
    .enum(samlKeyStates)
    .describe('`shared`: the applications still sign with their certs, as in an earlier version.'),
  certificate: z.string().describe('The certificate, as PEM. Empty for `shared`.'),
  fingerprint: z.string().describe('SHA-256 of the certificate.'),
  expireTime: z.string().describe('When the certificate expires.'),
  notAfter: z.string().describe('When a retired key leaves the metadata.'),
});

function publicPartOf({ state, certificate, notAfter }: SamlKey): z.infer<typeof publicKey> {
  if (!certificate) return { state, certificate, fingerprint: '', expireTime: '', notAfter: '' };
  const { fingerprint256, validToDate } = new X509Certificate(certificate);
  return { state, certificate, fingerprint: fingerprint256, expireTime: validToDate.toISOString(), notAfter };
}

const named = z.object({
  owner: z.string().max(100).default('admin').describe('`admin`.'),
  name: z.string().max(100).describe('Name of the organization.'),
});
const ending = named.extend({ state: z.enum(['published', 'retired']).describe('The key to remove.') });

function parsed<T extends z.ZodType>(form: T, body: unknown): z.output<T> {
  const result = form.safeParse(bodyObject(body));
  if (!result.success) throw invalid(problemsOf(result.error));
  return result.data;
}

/** Routes for the keys with which an organization signs SAML. */
export function samlKeyRoutes({ registry, objects }: RouteDeps): Route[] {
  const kind = registry.named('organization');
  const keys = createSamlKeys({ objects, registry });
  const about = { tag: kind.kind, permission: 'organizationAdmin' } as const;
  const answer = { data: { type: 'array' as const, items: emit(publicKey) } };
  return [
    {
      ...about,
      method: 'GET',
      path: '/api/get-saml-keys',
      summary: 'Lists the keys with which an organization signs SAML. It gets its first one when SAML first needs it.',
      query: { id: { about: 'owner/name of the organization.', required: true } },
      answer,
      handle: async ({ context, query }) => ({
        data: (await keys.list(parseId(kind, query.id), context)).map(publicPartOf),
      }),
    },
    {
      ...about,
      method: 'POST',
      path: '/api/add-saml-key',
      summary: 'Makes the next key of an organization for SAML, and shows it in the metadata. It does not sign yet.',
      body: emit(named),
      answer,
      handle: async ({ context, body }) => ({
        data: (await keys.publish(idInBody(kind, parsed(named, body)), context)).map(publicPartOf),
      }),
    },
    {
      ...about,
      method: 'POST',
      path: '/api/use-saml-key',
      summary: 'Signs SAML with the next key. The former one stays in the metadata for 30 days.',
      body: emit(named),
      answer,
      handle: async ({ context, body }) => ({
        data: (await keys.sign(idInBody(kind, parsed(named, body)), context)).map(publicPartOf),
      }),
    },
    {
      ...about,
      method: 'POST',
      path: '/api/delete-saml-key',
      summary: 'Removes a key for SAML that does not sign, and takes it out of the metadata.',
      body: emit(ending),
      answer,
      async handle({ context, body }) {
        const { state, ...id } = parsed(ending, body);
        return { data: (await keys.remove(idInBody(kind, id), context, state)).map(publicPartOf) };
      },
    },
  ];
}
