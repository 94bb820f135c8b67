import { Refusal } from '../../../core/errors.ts';
import type { Route } from '../../../http/route.ts';
import { applicationIn } from '../application-in.ts';
import type { SamlDeps } from '../deps.ts';
import { samlKeysOf } from '../keys.ts';
import { metadataPath } from '../names.ts';
import { writeMetadata } from './write-metadata.ts';

/** Service providers read it without a sign-in, and it holds public keys only. */
export const metadataRoute = (deps: SamlDeps): Route => ({
  method: 'GET',
  path: metadataPath,
  summary: 'Metadata of an application as an identity provider of SAML.',
  tag: 'Application',
  permission: 'anyone',
  query: { application: { about: 'owner/name of the application.', required: true } },
  file: 'application/samlmetadata+xml',
  async handle({ context, query: { application: id = '' }, http: { res } }) {
    const application = await applicationIn(id, deps);
    const keys = await samlKeysOf(application, deps, context.now);
    if (keys.length === 0) throw new Refusal('saml-key-unfit');
    const xml = writeMetadata(application, keys, deps.config.DOORWRIGHT_ORIGIN);
    res.type('application/samlmetadata+xml').send(xml);
    return { sent: true };
  },
});
