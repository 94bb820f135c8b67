import { createServer, type Server } from 'node:http';
import express from 'express';
import type { Metrics } from './metrics.ts';

/** A server for metrics only, on a port of its own. Metrics reveal the use of the service, so PORT never has them. */
export function createMetricsServer(metrics: Metrics): Server {
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', async (_req, res) => void res.type(metrics.contentType).send(await metrics.text()));
  return createServer(app);
}
