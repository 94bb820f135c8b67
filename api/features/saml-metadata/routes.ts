import { type Provider, provider as providerKind } from '@doorwright/crds/kinds/provider.ts';
import { nameIdFormats, requestBindings } from '@doorwright/crds/options/saml.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { platform } from '../../core/callers.ts';
import type { Egress } from '../../core/egress/gate.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../db/knex.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { loadMetadata } from './load.ts';
import { serviceProviderRoute } from './service-provider-route.ts';

const { metadata, metadataUrl, metadataCert, issuerUrl, requestBinding } = providerKind.schema.shape;

const form = z.object({
  provider: z
    .string()
    .max(100)
    .default('')
    .describe('Name of the provider, whose audience decides which networks the request may reach.'),
  ...{ metadata, metadataUrl, metadataCert, issuerUrl, requestBinding },
});

const facts = z.object({
  issuerUrl: z.string().describe('Entity ID.'),
  endpoint: z.string().describe('Sign-on address.'),
  requestBinding: z.enum(requestBindings).describe('Binding of the sign-on address.'),
  idP: z.string().describe('Certificates for signatures, as PEM.'),
  nameIdFormat: z.enum(nameIdFormats).describe('Format of user IDs.'),
  enableSignAuthnRequest: z.boolean().describe('The identity provider wants signed requests.'),
});

const forAll: Pick<Provider, 'audience' | 'organizations'> = { audience: 'all', organizations: [] };

type Deps = Pick<Work, 'store'> & { db: Db; egress: Egress };

/** Reads metadata for the editor of a provider. */
export const samlMetadataRoutes = ({ db, store, egress }: Deps): Route[] => [
  serviceProviderRoute({ egress }),
  {
    method: 'POST',
    path: '/api/read-saml-metadata',
    summary:
      'Reads SAML metadata from a text or an address, and stores nothing. data has the values for fields of a provider.',
    tag: 'Provider',
    permission: 'globalAdmin',
    body: emit(form),
    answer: { data: emit(facts), data2: { type: 'string', description: 'When the metadata expire. Empty for never.' } },
    async handle({ context, body }) {
      const { provider: name, ...source } = parsed(form, body);
      const stored = name
        ? ((await store('provider').findFor(db, platform, 'admin', name)) as Provider | undefined)
        : undefined;
      const { audience, organizations } = stored ?? forAll;
      const read = await loadMetadata({ ...source, audience, organizations }, egress, context.now);
      return { data: read.facts, data2: read.validUntil };
    },
  },
];
