import { grantTypes, tokenFormats } from '@doorwright/crds/options/oauth-client.ts';
import { type Losses, quoted } from '../reading/losses.ts';
import { type Original, textsOf } from './original.ts';
import type { Survey } from './survey.ts';
import type { Fields } from './take-fields.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Casdoor gave refresh tokens and answered authorization codes whatever the list says. */
const always = ['authorization_code', 'refresh_token'];

function grantsOf(original: Original, losses: Losses): Fields {
  const named = textsOf(original, 'grantTypes');
  const isKnown = (grant: string) => grantTypes.some((each) => each === grant);
  const unknown = named.filter((grant) => !isKnown(grant) && grant !== deviceGrant);
  if (unknown.length > 0) losses.add(`grant types ${quoted(unknown)}`, 'No grant of this name exists here.');
  return {
    grantTypes: [...new Set([...always, ...named.filter(isKnown)])],
    ...(named.includes(deviceGrant) && { oauthFeatures: ['device_authorization'] }),
  };
}

function tokensOf(original: Original, losses: Losses): Fields {
  const format = original.text('tokenFormat');
  const tokenFormat = tokenFormats.find((each) => each === format);
  if (format && !tokenFormat)
    losses.add(
      `token format "${format}"`,
      'Tokens have the format JWT. Compare the claims that the application reads.',
    );
  return { ...(tokenFormat && { tokenFormat }), nameClaims: 'casdoor' };
}

function certOf(original: Original, survey: Survey, losses: Losses): Fields {
  const name = original.text('cert');
  const cert = survey.certOf(name);
  if (survey.isTaken('cert', 'admin', cert)) return { cert };
  losses.add(
    `its key, the cert "${name || 'cert-built-in'}"`,
    'The source does not have it, so another key signs. Programs that pinned the certificate need the new one.',
  );
  return {};
}

/** The application as a client: its grants, tokens and key. */
export const clientRules = (original: Original, survey: Survey, losses: Losses): Fields => ({
  ...grantsOf(original, losses),
  ...tokensOf(original, losses),
  ...certOf(original, survey, losses),
  // In Casdoor the secret opens the whole API. Programs that use it go on, within their organization.
  apiAccess: 'administrator',
  // Its page asks for user and password at once.
  identifierFirst: false,
  // Service providers know Casdoor by its origin.
  samlIssuer: 'installation',
});
