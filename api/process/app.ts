import express, { type Express } from 'express';
import { startJobs } from '../background/start.ts';
import { listenForChanges } from '../core/cache/changes.ts';
import { Refusal } from '../core/errors.ts';
import { changePasswordAddress, changePasswordPath } from '../features/account/change-password-address.ts';
import { servePasskeyAddresses } from '../features/account/passkey-addresses.ts';
import { accountPageRoutes } from '../features/account/routes.ts';
import { commerceRoutes } from '../features/commerce/routes/routes.ts';
import { dashboardRoutes } from '../features/dashboard/routes.ts';
import { decisionRoutes } from '../features/decisions/routes.ts';
import { declaredPageRoutes } from '../features/declared/manifest-routes.ts';
import { overrideRoutes } from '../features/declared/override.ts';
import { atItsPort, onlyForOperator } from '../features/declared/own-port.ts';
import { createDeclared } from '../features/declared/router.ts';
import { documentRoutes } from '../features/documents/routes.ts';
import { eventStreamRoute } from '../features/event-stream/stream-route.ts';
import { fileRoutes } from '../features/files/routes.ts';
import { serveFiles } from '../features/files/serve-files.ts';
import { firstStepsRoutes } from '../features/first-steps/routes.ts';
import { guideRoutes } from '../features/guide/routes.ts';
import { notificationRoutes } from '../features/notifications/routes.ts';
import { formAnswerRoutes } from '../features/pages/form-answers.ts';
import { toLastOrganization } from '../features/pages/last-organization.ts';
import { isPageAddress } from '../features/pages/page-addresses.ts';
import { pageRoutes } from '../features/pages/routes.ts';
import { portalRoutes } from '../features/portal/routes.ts';
import { recordChainRoutes } from '../features/record-chain/routes.ts';
import { startShipping } from '../features/record-shipping/ship.ts';
import { samlMetadataRoutes } from '../features/saml-metadata/routes.ts';
import { searchRoutes } from '../features/search/routes.ts';
import { syncRoutes } from '../features/sync/routes/routes.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import { createSlowWebhooks } from '../features/webhooks/slow-webhooks.ts';
import { compressedJson } from '../http/compressed-json.ts';
import { credentialsInQuery } from '../http/credentials-in-query.ts';
import { createCrossSiteCheck, createSameOriginCheck } from '../http/cross-site-check.ts';
import { createInternalCall } from '../http/internal-call.ts';
import { languageOf } from '../http/language.ts';
import { renderErrors } from '../http/render.ts';
import { beginRequest } from '../http/request-source.ts';
import { pathOf, type Route } from '../http/route.ts';
import { createRouter } from '../http/router.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { refuseUnreadablePath } from '../http/unreadable-path.ts';
import { kindRoutes } from '../kinds/kind-routes.ts';
import { specialRoutes } from '../kinds/special-routes.ts';
import { casRoutes } from '../protocol/cas/routes.ts';
import { protocolRoutes } from '../protocol/endpoints/routes.ts';
import { wrongPaths } from '../protocol/endpoints/wrong-paths.ts';
import { samlRoutes } from '../protocol/saml/routes.ts';
import { takeSamlRequests } from '../protocol/saml/take-saml-requests.ts';
import { scimRoutes } from '../protocol/scim/routes.ts';
import { serviceProviderRoutes } from '../protocol/service-provider/routes.ts';
import { sealable } from '../signin/credentials/sealable.ts';
import { accountRoutes } from '../signin/doors/routes.ts';
import { healthRoutes } from './observe/health.ts';
import { traceRequests } from './observe/tracing.ts';
import type { Services } from './services.ts';

/** Every endpoint under /api. A special route replaces the generic route of the same path. */
export function routesOf(services: Services): Route[] {
  const { registry, objects } = services;
  const all = [
    ...[...accountRoutes(services), ...portalRoutes(services)].map(sealable(services)),
    ...serviceProviderRoutes(services),
    ...samlRoutes(services),
    ...fileRoutes(services),
    ...accountPageRoutes(services),
    ...specialRoutes(services),
    ...dashboardRoutes(services),
    ...firstStepsRoutes(services),
    ...notificationRoutes(services),
    ...samlMetadataRoutes(services),
    ...searchRoutes(services),
    ...webhookRoutes(services),
    ...syncRoutes(services),
    ...commerceRoutes(services),
    eventStreamRoute(services),
    ...decisionRoutes(services),
    ...recordChainRoutes(services),
    ...overrideRoutes(services),
    ...declaredPageRoutes(services),
    ...registry.kinds.filter((kind) => !kind.internal).flatMap((kind) => kindRoutes(kind, objects)),
  ];
  const seen = new Set<string>();
  const keyOf = (route: Route) => `${route.method} ${pathOf(route)}`;
  return all.filter((route) => !seen.has(keyOf(route)) && seen.add(keyOf(route)));
}

/** Starts the background work of this replica. */
export function startBackground(services: Services): { stop: () => Promise<void> } {
  const started = [
    startJobs({ ...services, slowWebhooks: createSlowWebhooks() }),
    listenForChanges(services),
    startShipping(services),
  ];
  return { stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))) };
}

/** The whole server, without a socket. */
export function createApp(services: Services): Express {
  const { config, registry, db, box, store, log, metrics, now, authority, authenticate, clientAddress } = services;
  const routes = routesOf(services);
  const app = express();
  app.disable('x-powered-by').set('etag', false).set('query parser', 'simple');

  app.use(...credentialsInQuery(config), (req, res, next) => {
    res.locals.requestId = beginRequest(req, config.DOORWRIGHT_COUNTRY_DATABASE);
    res.locals.language = languageOf(req.headers['accept-language']);
    res.set('X-Request-Id', res.locals.requestId);
    next();
  });
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT) app.use(traceRequests);
  app.use(securityHeaders(config));
  app.use(metrics.observe);
  app.use(refuseUnreadablePath);
  app.use(onlyForOperator);
  app.use(healthRoutes(db));
  app.use(documentRoutes({ registry, routes, config }));
  app.use(guideRoutes(config));
  app.get(changePasswordPath, changePasswordAddress);
  servePasskeyAddresses(app, config);
  app.use(protocolRoutes(authority, { origin: config.DOORWRIGHT_ORIGIN, log }));
  app.use(casRoutes(services));
  app.use(scimRoutes(services));
  app.use(takeSamlRequests);
  app.use('/api', compressedJson);
  app.use(
    createRouter({
      routes,
      authenticate,
      refuseCrossSite: createCrossSiteCheck({
        origin: config.DOORWRIGHT_ORIGIN,
        related: config.DOORWRIGHT_PASSKEY_ORIGINS,
      }),
      refuseUnproven: createSameOriginCheck({ origin: config.DOORWRIGHT_ORIGIN }),
      clientAddress,
      work: { sql: db, registry, box, store },
      now,
    }),
  );
  app.use(wrongPaths(authority, { origin: config.DOORWRIGHT_ORIGIN, isPage: isPageAddress }));
  app.use(serveFiles(services));
  const declared = createDeclared(services);
  app.use('/declared/v1', atItsPort(declared, { hasOwnPort: config.DOORWRIGHT_DECLARED_PORT !== undefined }));
  app.use(formAnswerRoutes());
  const ask = createInternalCall({ routes, authenticate, clientAddress, now });
  app.use(toLastOrganization(ask, config.DOORWRIGHT_ORIGIN));
  app.use(pageRoutes(ask));
  app.use((req, _res, next) => next(new Refusal('unknown-path', { path: req.path.slice(0, 200) })));
  app.use(renderErrors(log, (res) => res.locals.language));
  return app;
}
