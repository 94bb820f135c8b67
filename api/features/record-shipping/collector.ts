import type { Log } from './otlp-log.ts';
import { sendMs } from './target.ts';

/** The answer of a collector that accepted a request. If the number is not 0, it has refused so many logs for good. */
export interface PartialSuccess {
  rejectedLogRecords?: number | string;
  errorMessage?: string;
}

/**
 * Posts logs to a collector, as the exporter of OpenTelemetry does it, with the settings `OTEL_EXPORTER_OTLP_…`. That exporter
 * keeps a partial success to itself, so its parts are put together here. The modules are loaded only for this.
 */
export async function connectCollector(endpoint: string) {
  const [
    { convertLegacyHttpOptions, createOtlpHttpExportDelegate },
    { JsonLogsSerializer, LogsExporterMetricsHelper },
  ] = await Promise.all([
    import('@opentelemetry/otlp-exporter-base/node-http'),
    import('@opentelemetry/otlp-transformer'),
  ]);
  let said: PartialSuccess = {};
  const serializer: typeof JsonLogsSerializer = {
    ...JsonLogsSerializer,
    deserializeResponse(bytes) {
      const answer = JsonLogsSerializer.deserializeResponse(bytes);
      said = answer?.partialSuccess ?? {};
      return answer;
    },
  };
  const settings = { url: `${endpoint.replace(/\/$/, '')}/v1/logs`, timeoutMillis: sendMs };
  const options = convertLegacyHttpOptions(settings, 'LOGS', 'v1/logs', { 'Content-Type': 'application/json' });
  const delegate = createOtlpHttpExportDelegate(
    ...([options, serializer, 'otlp_http_log_exporter', LogsExporterMetricsHelper, undefined] as const),
  );
  return {
    /** One call at a time. It fails with the status as its `code` unless the collector answers with success. */
    post: (logs: Log[]): Promise<PartialSuccess> =>
      new Promise((resolve, reject) => {
        said = {};
        delegate.export(logs, ({ code, error }) =>
          code === 0 ? resolve(said) : reject(error ?? new Error('the logs were refused')),
        );
      }),
    close: () => delegate.shutdown(),
  };
}
