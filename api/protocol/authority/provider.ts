import { Provider } from 'oidc-provider';
import { refreshPath } from '../../http/protocol-paths.ts';
import { answerCalls } from '../calls.ts';
import { noteClientAnswers } from '../client-answer.ts';
import type { Clients } from '../clients/clients.ts';
import { countWrongSecrets, type SecretProof } from '../clients/count-wrong-secrets.ts';
import { mayRedirect } from '../clients/redirects.ts';
import { takesRequestObjects } from '../clients/request-objects.ts';
import { admitWorkloads } from '../clients/workload-assertion.ts';
import type { ProtocolDeps } from '../deps.ts';
import { noteFailures } from '../errors/failures.ts';
import { noteRefused } from '../errors/refused.ts';
import { linkAnswers } from '../faults/link-answers.ts';
import { linkFaults } from '../faults/link-faults.ts';
import { explainGrants } from '../grants/explain-grants.ts';
import { gatherGrants } from '../grants/gather-grants.ts';
import { registerMiniProgramGrant } from '../grants/mini-program-grant.ts';
import { registerPasswordGrant } from '../grants/password-grant.ts';
import { nameUnauthorizedClients } from '../grants/unauthorized-client.ts';
import { drawPostingPages } from '../pages/posting-page.ts';
import { allowBareToken } from '../patches/bare-token.ts';
import { ownAddresses } from '../patches/own-addresses.ts';
import { judgeRedirects } from '../patches/redirect-addresses.ts';
import { explainResponseTypes } from '../patches/response-types.ts';
import { keepSessionIds } from '../patches/session-ids.ts';
import { nameSessions } from '../patches/session-in-id-tokens.ts';
import { refuseUnsupportedObjects } from '../patches/unsupported-objects.ts';
import { takeParametersWithoutOpenid } from '../patches/without-openid.ts';
import { adviseScopes } from '../records/advise-scopes.ts';
import { recordRefusals } from '../records/record-refusals.ts';
import { recordRevocations } from '../records/record-revocations.ts';
import { recordSignOns } from '../records/record-sign-ons.ts';
import type { Refusals } from '../records/refusals.ts';
import { goThroughServices } from '../sign-out/through-services.ts';
import { invalidateReplaced } from '../store/invalidate-replaced.ts';
import { saveVisitorSessions } from '../store/session-adapter.ts';
import { addCasdoorFields } from '../tokens/casdoor-fields.ts';
import { judgeHints } from '../tokens/id-token-hints.ts';
import { makeJwtAccessTokens } from '../tokens/jwt-access-tokens.ts';
import type { SigningKey, SigningKeys } from '../tokens/signing-keys.ts';
import type { Answers } from './cached-answers.ts';
import { configuration } from './configuration.ts';
import { completeDiscovery } from './discovery.ts';

// All instances share the library's steps.
takeParametersWithoutOpenid();
refuseUnsupportedObjects(takesRequestObjects);

/** Parts that all instances of the library share. */
export interface Shared {
  answers: Answers;
  clients: Clients;
  keys: SigningKeys;
  refusals: Refusals;
  isSecretOf: SecretProof;
}

/** Creates an instance of the library that signs with one key. */
export function createProvider(deps: ProtocolDeps, key: SigningKey, shared: Shared): Provider {
  const { answers, clients, keys, refusals, isSecretOf } = shared;
  const issuer = deps.config.DOORWRIGHT_ORIGIN;
  const provider = new Provider(issuer, configuration(deps, { clients, keys }, key));
  // The endpoints write the forwarding headers themselves.
  provider.proxy = true;
  answerCalls(provider);
  noteFailures(provider, deps.log);
  noteRefused(provider);
  // The outermost come first, so that they see the final answer.
  recordRefusals(provider, refusals);
  linkFaults(provider);
  adviseScopes(provider, refusals);
  recordRevocations(provider, deps);
  recordSignOns(provider, deps);
  answers.cacheAnswersOf(provider);
  allowBareToken(provider);
  ownAddresses(provider, refreshPath);
  noteClientAnswers(provider);
  linkAnswers(provider);
  completeDiscovery(provider);
  judgeRedirects(provider, mayRedirect);
  explainResponseTypes(provider);
  nameSessions(provider);
  keepSessionIds(provider);
  saveVisitorSessions(provider);
  judgeHints(provider, { issuer, keys });
  goThroughServices(provider);
  invalidateReplaced(provider, deps);
  countWrongSecrets(provider, deps, isSecretOf);
  admitWorkloads(provider);
  makeJwtAccessTokens(provider, { issuer, key, deps });
  registerPasswordGrant(provider, deps);
  registerMiniProgramGrant(provider, deps);
  nameUnauthorizedClients(provider);
  explainGrants(provider);
  addCasdoorFields(provider);
  drawPostingPages(provider);
  gatherGrants(provider, deps);
  return provider;
}
