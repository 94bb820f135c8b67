import { samlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { organizationOf, platform } from '../../core/callers.ts';
import type { Egress } from '../../core/egress/gate.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { loadServiceProvider } from './load.ts';

const form = z.object({
  metadata: z.string().max(300_000).default('').describe('Metadata as XML.'),
  metadataUrl: z.string().max(1_000).default('').describe('Address of the metadata, in place of the text.'),
  entityId: z.string().max(1_000).default('').describe('Entity ID to look for, if the metadata describe several.'),
});

const facts = samlServiceProvider.omit({ signs: true, idpInitiated: true });

/** Reads metadata for the editor of an application. The request reaches only networks that the organization of the caller may reach. */
export const serviceProviderRoute = ({ egress }: { egress: Egress }): Route => ({
  method: 'POST',
  path: '/api/read-saml-service-provider',
  summary:
    'Reads the SAML metadata of a service provider from a text or an address, and stores nothing. data has the values for an entry of `samlServiceProviders`.',
  tag: 'Application',
  permission: 'administrator',
  body: emit(form),
  answer: { data: emit(facts) },
  async handle({ context, body }) {
    const organization = organizationOf(context.caller);
    const owner = organization === platform ? 'platform' : { organization: organization ?? '' };
    return { data: await loadServiceProvider(parsed(form, body), egress.for(owner), context.now) };
  },
});
