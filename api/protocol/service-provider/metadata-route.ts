import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { acsPath } from '@doorwright/crds/providers/callback.ts';
import { Refusal } from '../../core/errors.ts';
import type { Route } from '../../http/route.ts';
import { ourMetadata } from '../../providers/saml/metadata/ours.ts';
import type { AccountDeps } from '../../signin/place/deps.ts';
import { ownKeysFor } from '../../signin/services/own-keys.ts';

/** Our metadata for one identity provider. It holds nothing secret, and identity providers read it without a sign-in. */
export const ourMetadataRoute = (deps: AccountDeps): Route => ({
  method: 'GET',
  path: '/api/saml/sp-metadata',
  summary: 'Metadata of this installation for a SAML identity provider.',
  tag: 'Provider',
  permission: 'anyone',
  query: { provider: { about: 'Name of the provider.', required: true } },
  file: 'application/samlmetadata+xml',
  async handle({ context, query: { provider: name = '' }, http: { res } }) {
    const provider = (await deps.store('provider').find(deps.db, 'admin', name)) as unknown as Provider | undefined;
    if (provider?.category !== 'SAML') throw new Refusal('not-found', { kind: 'Provider', id: name.slice(0, 100) });
    const acs = new URL(acsPath, deps.config.DOORWRIGHT_ORIGIN).href;
    const xml = await ourMetadata(provider, acs, ownKeysFor(deps, provider, context.now));
    res.type('application/samlmetadata+xml').send(xml);
    return { sent: true };
  },
});
