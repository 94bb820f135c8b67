import type { Application } from '@doorwright/crds/kinds/application.ts';

/** What the method and the route that draws its challenge share. */
export const passkeyOffer = {
  name: 'webauthn',
  isOffered: ({ enableWebAuthn }: Application) => enableWebAuthn,
};
