import express, { type RequestHandler } from 'express';
import { withTimeout } from '../../core/work/with-timeout.ts';
import type { Db } from '../../db/knex.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import type { Metrics } from './metrics.ts';

async function notReadyBecause(db: Db): Promise<string | undefined> {
  try {
    const pending = await withTimeout(pendingMigrations(db), 2_000);
    return pending.length > 0 ? 'the database lacks migrations' : undefined;
  } catch {
    return 'the database does not answer';
  }
}

export const metricsRoute =
  (metrics: Metrics): RequestHandler =>
  async (_req, res) =>
    void res.type(metrics.contentType).send(await metrics.text());

/** /healthz: the process answers. /readyz: it can serve requests, which needs a database with all migrations. */
export function healthRoutes({ db, metrics }: { db: Db; metrics: Metrics | undefined }): RequestHandler {
  const router = express.Router();
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    const reason = await notReadyBecause(db);
    res.status(reason ? 503 : 200).json({ status: reason ? 'not ready' : 'ok', ...(reason && { reason }) });
  });
  if (metrics) router.get('/metrics', metricsRoute(metrics));
  return router;
}
