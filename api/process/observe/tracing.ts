import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { version } from '../../core/version.ts';

/**
 * Sends traces to the endpoint. The SDK is loaded only then; without it, the calls below do nothing. Returns a
 * function that ends it.
 */
export async function startTracing(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {};
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'doorwright-api', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return () => provider.shutdown();
}

function end(span: Span, method: string, route: string | undefined, status: number): void {
  span.updateName(route ? `${method} ${route}` : method);
  span.setAttribute('http.response.status_code', status);
  if (route) span.setAttribute('http.route', route);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Opens a span for each request, inside the caller's trace if there is one. */
export const traceRequests: RequestHandler = (req, res, next) => {
  const parent = propagation.extract(context.active(), req.headers);
  const attributes = { 'http.request.method': req.method, 'url.path': req.path };
  const span = trace.getTracer('doorwright').startSpan(req.method, { kind: SpanKind.SERVER, attributes }, parent);
  res.once('close', () => end(span, req.method, req.route?.path, res.statusCode));
  context.with(trace.setSpan(parent, span), next);
};
