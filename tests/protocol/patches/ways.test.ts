import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Provider } from 'oidc-provider';
// @ts-expect-error: the library publishes no types for its inside
import { defaults } from 'oidc-provider/lib/helpers/defaults.js';
import { expect, test } from 'vitest';
import { createLibrary } from './library.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
const library = dirname(fileURLToPath(import.meta.resolve('oidc-provider')));

/** A new method, event or setting may be a hook that the library lacks today. */
const whatMayGo = 'look which patches can go';

const members = (prototype: object) =>
  Object.getOwnPropertyNames(prototype).filter(
    (name) => typeof Object.getOwnPropertyDescriptor(prototype, name)?.value === 'function',
  );

test('the library has the methods, events and settings that it had', async () => {
  const { provider } = await createLibrary();
  const sources = globSync('**/*.js', { cwd: library }).map((file) => readFileSync(join(library, file), 'utf8'));
  const events = new Set(
    sources.flatMap((text) => [...text.matchAll(/emit\('([a-z_.]+)'/g)].map(([, name]) => String(name))),
  );
  const { features, ...settings } = defaults as { features: object };
  expect(
    {
      methods: members(Provider.prototype).sort(),
      client: members(provider.Client.prototype).sort(),
      events: [...events].sort(),
      settings: Object.keys(settings).sort(),
      features: Object.keys(features).sort(),
    },
    whatMayGo,
  ).toMatchInlineSnapshot(`
    {
      "client": [
        "backchannelLogout",
        "backchannelPing",
        "checkClientSecretExpiration",
        "compareClientSecret",
        "constructor",
        "grantTypeAllowed",
        "includeSid",
        "metadata",
        "postLogoutRedirectUriAllowed",
        "redirectUriAllowed",
        "responseModeAllowed",
        "responseTypeAllowed",
      ],
      "events": [
        "assign.client",
        "authorization.accepted",
        "authorization.error",
        "authorization.success",
        "backchannel.error",
        "backchannel.success",
        "consumed",
        "destroyed",
        "device_authorization.success",
        "end_session.success",
        "grant.revoked",
        "grant.success",
        "interaction.ended",
        "interaction.started",
        "issued",
        "pushed_authorization_request.success",
        "registration_create.success",
        "registration_delete.success",
        "registration_update.success",
        "saved",
        "server_error",
      ],
      "features": [
        "attestClientAuth",
        "backchannelLogout",
        "ciba",
        "claimsParameter",
        "clientCredentials",
        "clientIdMetadataDocument",
        "dPoP",
        "devInteractions",
        "deviceFlow",
        "encryption",
        "externalSigningSupport",
        "fapi",
        "introspection",
        "jwtIntrospection",
        "jwtResponseModes",
        "jwtUserinfo",
        "mTLS",
        "openid4vci",
        "pushedAuthorizationRequests",
        "registration",
        "registrationManagement",
        "requestObjects",
        "resourceIndicators",
        "revocation",
        "richAuthorizationRequests",
        "rpInitiatedLogout",
        "rpMetadataChoices",
        "userinfo",
        "webMessageResponseMode",
      ],
      "methods": [
        "backchannelResult",
        "constructor",
        "cookieName",
        "inspect",
        "interactionDetails",
        "interactionFinished",
        "interactionResult",
        "pathFor",
        "registerGrantType",
        "registerResponseMode",
        "toJSON",
        "urlFor",
        "use",
      ],
      "settings": [
        "acceptQueryParamAccessTokens",
        "acrValues",
        "adapter",
        "allowOmittingSingleRegisteredRedirectUri",
        "assertJwtClientAuthClaimsAndHeader",
        "claims",
        "clientAuthMethods",
        "clientBasedCORS",
        "clientDefaults",
        "clients",
        "clockTolerance",
        "conformIdTokenClaims",
        "cookies",
        "discovery",
        "enableHttpPostMethods",
        "enabledJWA",
        "expiresWithSession",
        "extraClientMetadata",
        "extraParams",
        "extraTokenClaims",
        "fetch",
        "fetchResponseBodyLimits",
        "findAccount",
        "formats",
        "interactions",
        "issueRefreshToken",
        "jwks",
        "loadExistingGrant",
        "pairwiseIdentifier",
        "pkce",
        "renderError",
        "responseTypes",
        "revokeGrantPolicy",
        "rotateRefreshToken",
        "routes",
        "scopes",
        "sectorIdentifierUriValidate",
        "subjectTypes",
        "ttl",
      ],
    }
  `);
});

test('each patch has a test that says when it can be deleted', () => {
  const files = globSync('*.ts', { cwd: join(repository, 'api/protocol/patches') }).map((file) =>
    basename(file, '.ts'),
  );
  const tests = globSync('*.test.ts', { cwd: import.meta.dirname }).map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
  const titles = tests.flatMap((text) =>
    [...text.matchAll(/test\('([^']*):/g)].flatMap(([, names]) => String(names).split(', ')),
  );
  expect(files.filter((file) => !titles.includes(file))).toEqual([]);
});

test('only patches import private files of the library or change its prototypes', () => {
  const files = globSync('api/**/*.ts', { cwd: repository, exclude: (path) => path.includes('node_modules') });
  const isReaching = /oidc-provider\/lib\/|\.prototype\b.*unknown as|light-my-request/;
  const reaching = files.filter((file) => isReaching.test(readFileSync(join(repository, file), 'utf8')));
  expect(reaching.filter((file) => !file.startsWith('api/protocol/patches/'))).toEqual([]);
});
