import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

/** A browser that went to a provider to prove an identity there, until the answer comes. The address has only the state. */
export const providerRequest = defineKind({
  kind: 'ProviderRequest',
  about: 'A request to a provider for the identity of a user, until its answer.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  access: {},
  unique: [['id']],
  fields: {
    id: text('ID', { about: 'Digest of the state.', secret: 'hidden', digest: true }),
    browser: text('Browser', { about: "Digest of the browser's cookie.", secret: 'hidden', digest: true }),
    provider: text('Provider', {
      about: 'Provider that must answer.',
      refers: { kind: 'provider', by: 'name', onDelete: 'cascade' },
    }),
    application: text('Application', {
      about: 'Application of the page that sent the browser.',
      refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
    }),
    purpose: text('Purpose', { about: 'Purpose of the request: a sign-in, a link, or a test.' }),
    data: text('Data', {
      about: 'Data for the answer, as JSON: the way back, the secrets of PKCE, and the session of a link.',
      max: 20_000,
      secret: 'hidden',
    }),
    answer: text('Answer', {
      about: 'Response that a SAML identity provider posted, in base64, until the page of its browser fetches it.',
      max: 300_000,
      secret: 'hidden',
    }),
    expireTime: moment('Expires', { about: 'Time when it expires.' }),
  },
});

export type ProviderRequest = z.infer<typeof providerRequest.schema>;
