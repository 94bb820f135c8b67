import { LRUCache } from 'lru-cache';
import { Provider } from 'oidc-provider';
import { type Clients, createClients, keyOf } from './clients/clients.ts';
import { countWrongSecrets, createSecretProof, type SecretProof } from './clients/count-wrong-secrets.ts';
import { mayRedirect } from './clients/redirects.ts';
import { admitWorkloads, createWorkloadProof } from './clients/workload-assertion.ts';
import { configuration } from './configuration.ts';
import type { ProtocolDeps } from './deps.ts';
import { tellWhole } from './discovery.ts';
import { noteFailures } from './errors/failures.ts';
import { noteRefused } from './errors/refused.ts';
import { allowBareToken } from './grants/bare-token.ts';
import { explainGrants } from './grants/explain-grants.ts';
import { gatherGrants } from './grants/gather-grants.ts';
import { registerPasswordGrant } from './grants/password-grant.ts';
import { nameUnauthorizedClients } from './grants/unauthorized-client.ts';
import { giveUsualScope } from './grants/usual-scope.ts';
import { type Answers, createAnswers } from './known/known-answers.ts';
import { rememberClients } from './known/known-clients.ts';
import { nameIssuer } from './name-issuer.ts';
import { ownAddresses } from './own-addresses.ts';
import { countWrongDeviceCodes } from './pages/count-wrong-device-codes.ts';
import { drawPostingPages } from './pages/posting-page.ts';
import { takeSessionOfCalls } from './patches/calls.ts';
import { takeParametersWithoutOpenid } from './patches/without-openid.ts';
import { noteWrongFields } from './patches/wrong-fields.ts';
import { recordRefusals } from './records/record-refusals.ts';
import { recordSignOns } from './records/record-sign-ons.ts';
import { createRefusals, type Refusals } from './records/refusals.ts';
import { tellLater } from './sign-out/tell-later.ts';
import { keepSessionIds, rememberStrangers } from './store/session-adapter.ts';
import { tellReplaced } from './store/tell-replaced.ts';
import { tellEraFields } from './tokens/era-fields.ts';
import { judgeHints } from './tokens/id-token-hints.ts';
import { bindIdTokens, makeJwtAccessTokens } from './tokens/jwt-access-tokens.ts';
import { createSigningKeys, type SigningKey, type SigningKeys } from './tokens/signing-keys.ts';

export interface Authority {
  answers: Answers;
  clients: Clients;
  /** Lets the token of a pod stand for the client that runs there; to be asked before a request is judged. */
  proveWorkload: ReturnType<typeof createWorkloadProof>;
  refusals: Refusals;
  signingKeys: SigningKeys;
  /** The authority as it speaks for a client: all are one, but each signs with the cert of its applications. */
  providerFor: (clientId: string | undefined) => Promise<Provider>;
}

interface Redirecting {
  redirectUris?: readonly string[];
  responseModes?: readonly string[];
  postLogoutRedirectUris?: readonly string[];
}

/** Every redirect passes our gate, and what may be registered at all is a rule of the model. */
function guardRedirects({ Client }: Provider): void {
  const model = Client as unknown as { Schema: { prototype: { redirectUris: () => void } } };
  model.Schema.prototype.redirectUris = () => undefined;
  Object.assign(Client.prototype, {
    redirectUriAllowed(this: Redirecting, uri: unknown) {
      return mayRedirect(this.redirectUris ?? [], uri);
    },
    postLogoutRedirectUriAllowed(this: Redirecting, uri: unknown) {
      return mayRedirect(this.postLogoutRedirectUris ?? [], uri);
    },
    // Who asks for nothing is told that, and not that the way in which it would be answered is wrong.
    responseModeAllowed(this: Redirecting, mode: string | undefined) {
      return mode === undefined || this.responseModes?.includes(mode) !== false;
    },
    // Every ID token says in which session it was given, so that each can be used to sign out of it.
    includeSid: () => true,
  });
}

takeParametersWithoutOpenid();
noteWrongFields();

interface Shared {
  answers: Answers;
  clients: Clients;
  keys: SigningKeys;
  refusals: Refusals;
  isSecretOf: SecretProof;
}

function createProvider(deps: ProtocolDeps, key: SigningKey, shared: Shared): Provider {
  const { answers, clients, keys, refusals, isSecretOf } = shared;
  const issuer = deps.config.DOORWRIGHT_ORIGIN;
  const provider = new Provider(issuer, configuration(deps, clients, key));
  // The mount writes the forwarding headers itself.
  provider.proxy = true;
  noteFailures(provider, deps.log);
  noteRefused(provider);
  takeSessionOfCalls(provider);
  // The outermost, so that they see what is answered in the end.
  recordRefusals(provider, refusals);
  recordSignOns(provider, deps);
  answers.keepThoseOf(provider);
  allowBareToken(provider);
  ownAddresses(provider);
  nameIssuer(provider);
  tellWhole(provider);
  guardRedirects(provider);
  keepSessionIds(provider);
  rememberStrangers(provider);
  rememberClients(provider, clients, keys);
  judgeHints(provider, { issuer, keys });
  tellLater(provider, deps);
  tellReplaced(provider, deps);
  countWrongSecrets(provider, deps, isSecretOf);
  countWrongDeviceCodes(provider, deps);
  admitWorkloads(provider);
  makeJwtAccessTokens(provider, { issuer, key, deps });
  bindIdTokens(provider);
  registerPasswordGrant(provider, deps);
  giveUsualScope(provider);
  gatherGrants(provider, deps);
  nameUnauthorizedClients(provider);
  explainGrants(provider);
  tellEraFields(provider);
  drawPostingPages(provider);
  // Composed once, where the library would for each request.
  const callback = provider.callback();
  provider.callback = () => callback;
  return provider;
}

/** Each takes about 0.1 MiB; one that is gone is made again in some milliseconds. */
const mostProviders = 300;

/** One issuer with several keys. The library chooses a key by its algorithm alone, so each key has an instance of it. */
export function createAuthority(deps: ProtocolDeps): Authority {
  const signingKeys = createSigningKeys(deps);
  const clients = createClients(deps);
  const refusals = createRefusals(deps, clients);
  const isSecretOf = createSecretProof(deps);
  const answers = createAnswers(deps, clients, isSecretOf);
  const shared = { answers, clients, keys: signingKeys, refusals, isSecretOf };
  const providers = new LRUCache<string, { key: string; provider: Provider }>({ max: mostProviders });

  function providerWith(key: SigningKey): Provider {
    const id = `${key.kid} ${key.alg} ${key.thumbprint}`;
    const known = providers.get(key.cert);
    if (known?.key === id) return known.provider;
    const provider = createProvider(deps, key, shared);
    providers.set(key.cert, { key: id, provider });
    return provider;
  }

  return {
    answers,
    clients,
    proveWorkload: createWorkloadProof(deps, clients),
    refusals,
    signingKeys,
    async providerFor(clientId) {
      const application = clientId ? await clients.application(clientId) : undefined;
      const keys = await signingKeys(application?.cert);
      // An application whose own cert has expired is refused there, as one that is no client.
      const key = (application && keyOf(keys, application)) ?? keyOf(keys, { cert: '' }) ?? keys[0];
      if (!key) throw new Error('There is no cert to sign with');
      return providerWith(key);
    },
  };
}
