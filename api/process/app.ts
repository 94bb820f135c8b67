import { randomUUID } from 'node:crypto';
import type { Registry } from '@doorwright/crds';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { startJobs } from '../background/start.ts';
import { listenForChanges } from '../core/cache/changes.ts';
import type { Config } from '../core/config.ts';
import { createEgress } from '../core/egress/gate.ts';
import { Refusal } from '../core/errors.ts';
import { createObjects } from '../core/objects/objects.ts';
import { createStores } from '../core/objects/stores.ts';
import type { Db } from '../db/knex.ts';
import type { SecretBox } from '../db/secret-box.ts';
import { declaredPageRoutes } from '../features/declared/manifest-routes.ts';
import { overrideRoutes } from '../features/declared/override.ts';
import { atItsPort, onlyForOperator } from '../features/declared/own-port.ts';
import { createDeclared } from '../features/declared/router.ts';
import { documentRoutes } from '../features/documents/routes.ts';
import { fileRoutes } from '../features/files/routes.ts';
import { serveFiles } from '../features/files/serve.ts';
import { pageRoutes } from '../features/pages/routes.ts';
import { portalRoutes } from '../features/portal/routes.ts';
import { createClientAddress } from '../http/client-address.ts';
import { credentialsInQuery } from '../http/credentials-in-query.ts';
import { createAsk } from '../http/internal-call.ts';
import { languageOf } from '../http/language.ts';
import { refuseUnreadablePath } from '../http/readable-path.ts';
import { renderErrors } from '../http/render.ts';
import type { Route } from '../http/route.ts';
import { createRouter } from '../http/router.ts';
import { createSameSite } from '../http/same-site.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { hooks } from '../kinds/index.ts';
import { kindRoutes } from '../kinds/kind-routes.ts';
import { specialRoutes } from '../kinds/special-routes.ts';
import { type Authority, createAuthority } from '../protocol/authority.ts';
import { createAuthorize } from '../protocol/authorize.ts';
import { protocolRoutes } from '../protocol/mount.ts';
import { createAuthenticate } from '../signin/authenticate.ts';
import { sealable } from '../signin/credentials/sealable.ts';
import { accountRoutes } from '../signin/routes.ts';
import { healthRoutes } from './observe/health.ts';
import type { Metrics } from './observe/metrics.ts';
import { traceRequests } from './observe/tracing.ts';

export interface AppDeps {
  config: Config;
  registry: Registry;
  db: Db;
  box: SecretBox;
  log: Logger;
  metrics: Metrics;
  now: () => Date;
}

const egressOf = (config: Config) =>
  createEgress({ allow: config.DOORWRIGHT_EGRESS_ALLOW, tenants: config.DOORWRIGHT_TENANT_EGRESS_ALLOW });

const authorityOf = (deps: AppDeps): Authority =>
  createAuthority({
    ...deps,
    egress: egressOf(deps.config),
    store: createStores(deps.registry, deps.box),
    clientAddress: createClientAddress(deps.config),
  });

/** Every endpoint under /api. A route made for one path stands before, and so replaces, the generic one of its kind. */
export function routesOf(deps: AppDeps, authority: Authority = authorityOf(deps)): Route[] {
  const store = createStores(deps.registry, deps.box);
  const authorize = createAuthorize(authority, { origin: deps.config.DOORWRIGHT_ORIGIN });
  const { registry, box, db } = deps;
  const objects = createObjects({ db, registry, box, store, hooks });
  const egress = egressOf(deps.config);
  const all = [
    ...[
      ...accountRoutes({ ...deps, store }, { authority, authorize }),
      ...portalRoutes({ ...deps, store, objects, egress }),
    ].map(sealable(deps)),
    ...fileRoutes({ ...deps, store, objects, egress }),
    ...specialRoutes({ ...deps, store, objects, egress }),
    ...overrideRoutes({ registry, objects }),
    ...declaredPageRoutes({ ...deps, store, objects, egress }),
    ...registry.kinds.filter((kind) => !kind.internal).flatMap((kind) => kindRoutes(kind, objects)),
  ];
  const seen = new Set<string>();
  return all.filter(({ method, path }) => !seen.has(`${method} ${path}`) && seen.add(`${method} ${path}`));
}

/** What goes on beside the requests, in each replica. */
export function startBackground(deps: AppDeps): { stop: () => Promise<void> } {
  const store = createStores(deps.registry, deps.box);
  const objects = createObjects({ ...deps, store, hooks });
  const egress = egressOf(deps.config);
  const jobs = startJobs({ ...deps, store, objects, egress, authority: authorityOf(deps) });
  const started = [jobs, listenForChanges(deps)];
  return { stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))) };
}

/** The whole server, without a socket. */
export function createApp(deps: AppDeps): Express {
  const { config, registry, db, box, log, metrics, now } = deps;
  const store = createStores(registry, box);
  const authority = authorityOf(deps);
  const routes = routesOf(deps, authority);
  const clientAddress = createClientAddress(config);
  const objects = createObjects({ db, registry, box, store, hooks });
  const app = express();
  app.disable('x-powered-by').set('etag', false).set('query parser', 'simple');

  app.use(...credentialsInQuery(config), (req, res, next) => {
    res.locals.requestId = randomUUID();
    res.locals.language = languageOf(req.headers['accept-language']);
    res.set('X-Request-Id', res.locals.requestId);
    next();
  });
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT) app.use(traceRequests);
  app.use(securityHeaders(config));
  app.use(metrics.observe);
  app.use(refuseUnreadablePath);
  app.use(onlyForOperator);
  const isApart = config.DOORWRIGHT_METRICS_PORT !== undefined;
  app.use(healthRoutes({ db, metrics: isApart ? undefined : metrics }));
  app.use(documentRoutes({ registry, routes, config }));
  app.use(protocolRoutes(authority, { origin: config.DOORWRIGHT_ORIGIN, log }));
  const authenticate = createAuthenticate({ ...deps, store });
  app.use(
    createRouter({
      routes,
      authenticate,
      refuseCrossSite: createSameSite({ origin: config.DOORWRIGHT_ORIGIN }),
      clientAddress,
      work: { sql: db, registry, box, store },
      now,
    }),
  );
  app.use(serveFiles(deps));
  const declared = createDeclared({ ...deps, store, objects, hooks, clientAddress });
  app.use('/declared/v1', atItsPort(declared, { hasOwnPort: config.DOORWRIGHT_DECLARED_PORT !== undefined }));
  app.use(pageRoutes(createAsk({ routes, authenticate, clientAddress, now })));
  app.use((req, _res, next) => next(new Refusal('unknown-path', { path: req.path.slice(0, 200) })));
  app.use(renderErrors(log, (res) => res.locals.language));
  return app;
}
