import type { Application } from '@doorwright/crds/kinds/application.ts';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express';
import type { Logger } from 'pino';
import type { Refusal } from '../core/errors.ts';
import { bodyReaders } from '../http/body.ts';
import { fieldsFromQuery } from '../http/credentials-in-query.ts';
import { openerPolicyOf } from '../http/page-policy.ts';
import {
  confirmLogoutPath,
  discoveryPaths,
  loggedOutPath,
  paths,
  programPaths,
  refreshPath,
} from '../http/protocol-paths.ts';
import { refusalOf } from '../http/request-failure.ts';
import { refuseCredentialsInUrl } from '../http/secrets-in-url.ts';
import { isStorable } from '../http/storable.ts';
import { digestOf } from '../kinds/token/digest-of.ts';
import type { Authority } from './authority.ts';
import { clientIdOf } from './clients/client-id-of.ts';
import { dropSecondProof, fillRedirectUri } from './clients/era-clients.ts';
import { letPagesRead } from './cross-origin.ts';
import { discoveryOf, keySetOf, send } from './documents.ts';
import { throwFailure } from './errors/failures.ts';
import { offerAgain } from './grants/offer-again.ts';
import { onlyPreflight, tellMethods } from './methods.ts';
import { drawPage, problemIn } from './pages/draw-page.ts';
import { pagePolicy } from './pages/page-style.ts';
import { wordsIn } from './pages/page-words.ts';
import { digestPrefix } from './store/token-adapter.ts';
import { tellUnavailable } from './unavailable.ts';

class ProtocolError extends Error {
  readonly error: string;
  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/** What came as JSON, as fields of a form: text and numbers. Who sends `null` has nothing to say there. */
function asFields(body: unknown): Record<string, string> {
  const given = Object.entries(body ?? {}).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of given)
    if (typeof value !== 'string' && !Number.isFinite(value))
      throw new ProtocolError('invalid_request', `${name.slice(0, 50)} should be one text`);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Where Casdoor's library for Java says that its code came to: an address of Casdoor, where none ever goes. */
const nowhere = `/api${paths.authorization}`;

/** What came in the address where a setting lets it. A client that sends a secret need not say where its code came to. */
const addQueryFields: RequestHandler = (req, _res, next) => {
  const { redirect_uri = '', ...others } = fieldsFromQuery(req);
  const said = redirect_uri && URL.parse(redirect_uri)?.pathname !== nowhere ? { redirect_uri } : {};
  req.body = { ...others, ...said, ...req.body };
  next();
};

const refuseSecretsInUrl: RequestHandler = (req, _res, next) => {
  refuseCredentialsInUrl(req.path, req.query);
  next();
};

/** What a browser opens, or a program asks for; none of them if the browser does not say. */
const opened: ReadonlySet<string | undefined> = new Set([
  undefined,
  'document',
  'iframe',
  'frame',
  'fencedframe',
  'empty',
]);

/**
 * Anybody may have our pages show a picture of his, at whatever address: at one of these it would take the code of whoever looks at it
 * to the application of its owner (S19).
 */
const refuseParts: RequestHandler = (req, _res, next) => {
  if (!opened.has(req.get('Sec-Fetch-Dest')))
    throw new ProtocolError('invalid_request', 'this is a page, and no part of another one');
  next();
};

/** What clients ask is answered to them, and never by a page: some are made of what else speaks to browsers. */
const answerPrograms: RequestHandler = (req, _res, next) => {
  req.headers.accept = 'application/json';
  next();
};

/** What leads to a page is written down, until its user has answered. */
const refuseUnstorable: RequestHandler = (req, _res, next) => {
  if (!isStorable(req.query))
    throw new ProtocolError('invalid_request', 'a parameter holds a character that no text has');
  next();
};

/** What the authority takes no JWT for, it is given the digest of. */
const nameToken: RequestHandler = (req, _res, next) => {
  const { token } = req.body ?? {};
  if (typeof token === 'string' && token.includes('.'))
    Object.assign(req.body, { token: digestPrefix + digestOf(token), token_type_hint: 'access_token' });
  next();
};

const onlyRefreshing: RequestHandler = (req, _res, next) => {
  if (req.body?.grant_type !== 'refresh_token')
    throw new ProtocolError('unsupported_grant_type', 'grant_type should be refresh_token');
  next();
};

const asTokenEndpoint: RequestHandler = (req, _res, next) => {
  req.url = paths.token;
  next();
};

/** Longer ones are not read, with the cookies that come along. */
const longestAddress = 12_000;

/**
 * A page may send its user to us by a form. Asked again by a link, it is the same request, and the browser brings its
 * session along, which it never does with another site's form.
 */
const askByLink: RequestHandler = (req, res) => {
  const fields = asFields(req.body);
  refuseCredentialsInUrl(req.path, fields);
  const address = `${req.path}?${new URLSearchParams(fields)}`;
  if (address.length > longestAddress) throw new ProtocolError('invalid_request', 'the request is too long');
  res.redirect(303, address);
};

/** Keyboards of East Asia write letters twice as wide too. */
const narrowCode: RequestHandler = (req, _res, next) => {
  if (typeof req.body?.user_code === 'string') req.body.user_code = req.body.user_code.normalize('NFKC');
  next();
};

const withPagePolicy: RequestHandler = (_req, res, next) => {
  res.set('Content-Security-Policy', pagePolicy);
  next();
};

/** What leads to a page must stand to other windows as that page does. */
const knowWindows: RequestHandler = (req, res, next) => {
  res.set(openerPolicyOf(req.query));
  next();
};

/** Errors of these endpoints are read by clients of the standards. */
function protocolErrorOf(error: unknown): ProtocolError | undefined {
  if (error instanceof ProtocolError) return error;
  const refusal = refusalOf(error);
  if (refusal.status >= 500) return undefined;
  return new ProtocolError('invalid_request', refusal.code);
}

/** The protocols' endpoints: what they are asked is made plain here, and judged by the authority. */
export function protocolRoutes(authority: Authority, { origin, log }: { origin: string; log: Logger }): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const { host, protocol } = new URL(origin);

  /** The authority names itself by our origin, never by what a request calls it. */
  function nameHost(req: Request): void {
    req.headers.host = host;
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete req.headers['x-forwarded-host'];
  }

  async function checkFeatures(req: Request, clientId: string | undefined): Promise<void> {
    const isPushed = req.method === 'POST' && req.path === paths.pushed_authorization_request;
    const asks = { par: isPushed, dpop: req.headers.dpop !== undefined };
    if (!asks.par && !asks.dpop) return;
    const application = await authority.clients.application(clientId ?? '');
    const has = (feature: Application['oauthFeatures'][number]) => application?.oauthFeatures.includes(feature);
    if (asks.par && !has('pushed_authorization_requests'))
      throw new ProtocolError('unauthorized_client', 'pushed authorization requests are not enabled for this client');
    if (asks.dpop && clientId && !has('dpop')) delete req.headers.dpop;
  }

  const asProtocolError: ErrorRequestHandler = async (caught, req, res, next) => {
    const known = protocolErrorOf(caught);
    if (!known) return next(caught);
    const { error, message } = known;
    const problem = { error, error_description: message };
    authority.refusals.note(req, `${error}: ${message}`);
    res.status(400).set({ 'Cache-Control': 'no-store' });
    letPagesRead(req, res);
    if (req.accepts(['html', 'json']) !== 'html') return void res.json(problem);
    const words = await wordsIn(req, req.query.ui_locales);
    const { headers, html } = drawPage(words, problemIn(words, problem));
    res
      .set({ ...headers, 'Content-Security-Policy': pagePolicy })
      .type('html')
      .send(html);
  };

  const judge: RequestHandler = async (req, res) => {
    if (req.method === 'POST') req.body = asFields(req.body);
    const clientId = clientIdOf(req);
    await checkFeatures(req, clientId);
    nameHost(req);
    const provider = await authority.providerFor(clientId);
    if (req.method === 'POST') {
      dropSecondProof(req);
      await authority.proveWorkload(req);
      await fillRedirectUri(req, provider);
      offerAgain(req);
    }
    await provider.callback()(req, res);
    throwFailure(req);
  };

  /** The page that follows a request which was found good, and which is the portal's. */
  const unlessPage: RequestHandler = async (req, _res, next) => {
    const { interaction: uid, client_id, redirect_uri } = req.query;
    if (typeof uid !== 'string') return next();
    const provider = await authority.providerFor(undefined);
    const known = await provider.Interaction.find(uid);
    if (known && known.params.client_id === client_id && known.params.redirect_uri === redirect_uri)
      return next('router');
    const url = new URL(req.originalUrl, origin);
    url.searchParams.delete('interaction');
    req.url = url.pathname + url.search;
    next();
  };

  const { jwks, authorization, token, introspection, revocation, userinfo, end_session } = paths;
  // Of what else cannot be read the endpoint's error tells.
  const noteStalled = (req: Request, { code }: Refusal) => {
    if (code === 'body-stalled') authority.refusals.note(req, `invalid_request: ${code}`);
  };
  const body = [refuseSecretsInUrl, ...bodyReaders(noteStalled)];

  router.get(jwks, async (req, res) => send(req, res, keySetOf(await authority.signingKeys())));
  router.get([...discoveryPaths], async (req, res) => {
    const provider = await authority.providerFor(undefined);
    send(req, res, await discoveryOf(provider));
  });
  router.get([authorization, end_session, paths.code_verification], refuseParts, refuseSecretsInUrl, refuseUnstorable);
  router.get(authorization, withPagePolicy, knowWindows, unlessPage, judge);
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
  router.all([...asked, ...pages, refreshPath], tellMethods);
  router.use(asProtocolError, tellUnavailable(log));
  return router;
}
