import express, { type RequestHandler } from 'express';
import { withTimeout } from '../../core/work/with-timeout.ts';
import type { Db } from '../../db/knex.ts';
import { pendingMigrations } from '../../db/migrate.ts';

async function notReadyBecause(db: Db): Promise<string | undefined> {
  try {
    const pending = await withTimeout(pendingMigrations(db), 2_000);
    return pending.length > 0 ? 'the database lacks migrations' : undefined;
  } catch {
    return 'the database does not answer';
  }
}

/** /healthz: the process answers. /readyz: it can serve requests, which needs a database with all migrations. */
export function healthRoutes(db: Db): RequestHandler {
  const router = express.Router();
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    const reason = await notReadyBecause(db);
    res.status(reason ? 503 : 200).json({ status: reason ? 'not ready' : 'ok', ...(reason && { reason }) });
  });
  return router;
}
