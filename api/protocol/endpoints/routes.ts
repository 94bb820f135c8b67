import express, { type Router } from 'express';
import type { Logger } from 'pino';
import { bodyReaders } from '../../http/body.ts';
import {
  confirmLogoutPath,
  discoveryPaths,
  loggedOutPath,
  paths,
  programPaths,
  refreshPath,
} from '../../http/protocol-paths.ts';
import type { Authority } from '../authority/authority.ts';
import { answerPrograms, knowWindows, withPagePolicy } from './answer-headers.ts';
import { askByLink } from './ask-by-link.ts';
import { discoveryOf, keySetOf, send } from './documents.ts';
import { addQueryFields, nameToken, narrowCode } from './fields.ts';
import { createJudge } from './judge.ts';
import { answerOtherMethods, onlyPreflight } from './methods.ts';
import { leaveOpenedPages } from './opened-pages.ts';
import { answerProtocolErrors } from './protocol-error.ts';
import { asTokenEndpoint, onlyRefreshing } from './refresh.ts';
import { refuseParts, refuseSecretsInUrl, refuseUnstorable } from './refuse-requests.ts';
import { answerUnavailable } from './unavailable.ts';

/** The endpoints of OAuth and OpenID Connect. They bring requests into one form, and the library judges them. */
export function protocolRoutes(authority: Authority, { origin, log }: { origin: string; log: Logger }): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const judge = createJudge(authority, origin);
  const { jwks, authorization, token, introspection, revocation, userinfo, end_session } = paths;
  // The endpoint has its own error for bodies that cannot be read.
  const body = [refuseSecretsInUrl, ...bodyReaders(() => undefined)];

  router.get(jwks, async (req, res) => send(req, res, keySetOf(await authority.signingKeys())));
  router.get([...discoveryPaths], async (req, res) => {
    const provider = await authority.providerFor(undefined);
    send(req, res, await discoveryOf(provider));
  });
  router.get([authorization, end_session, paths.code_verification], refuseParts, refuseSecretsInUrl, refuseUnstorable);
  router.get(authorization, withPagePolicy, knowWindows, leaveOpenedPages(authority, origin), judge);
  router.post([authorization, end_session], body, askByLink);
  router.all([...programPaths], answerPrograms);
  router.get(userinfo, refuseSecretsInUrl, authority.answers.answer, judge);
  router.post(token, body, addQueryFields, judge);
  router.post([userinfo, paths.device_authorization, paths.pushed_authorization_request], body, judge);
  router.post(refreshPath, body, onlyRefreshing, asTokenEndpoint, judge);
  router.post(introspection, body, nameToken, authority.answers.answer, judge);
  router.post(revocation, body, nameToken, judge);
  const device = paths.code_verification;
  router.get([end_session, loggedOutPath, device, `${device}/:uid`], withPagePolicy, judge);
  router.post([confirmLogoutPath, device], withPagePolicy, body, narrowCode, judge);
  const pages: readonly string[] = [authorization, end_session, device];
  const asked = [...Object.values(paths).filter((path) => !pages.includes(path)), ...discoveryPaths];
  router.options(asked, onlyPreflight, judge);
  router.options(refreshPath, onlyPreflight, asTokenEndpoint, judge);
  router.all([...asked, ...pages, refreshPath], answerOtherMethods);
  router.use(answerProtocolErrors(authority, origin), answerUnavailable(log));
  return router;
}
