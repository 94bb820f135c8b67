import { createServer, type Server } from 'node:http';
import express from 'express';
import { metricsRoute } from './health.ts';
import type { Metrics } from './metrics.ts';

/** Metrics alone, on a port that nobody publishes: they tell what is used how much. */
export function createMetricsServer(metrics: Metrics): Server {
  const app = express();
  app.disable('x-powered-by').get('/metrics', metricsRoute(metrics));
  return createServer(app);
}
