import { createServer, type Server } from 'node:http';
import express from 'express';
import { metricsRoute } from './health.ts';
import type { Metrics } from './metrics.ts';

/** A server for metrics only, on a private port, because metrics reveal the use of the service. */
export function createMetricsServer(metrics: Metrics): Server {
  const app = express();
  app.disable('x-powered-by').get('/metrics', metricsRoute(metrics));
  return createServer(app);
}
