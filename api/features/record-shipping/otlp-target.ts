import { version } from '../../core/version.ts';
import { connectCollector } from './collector.ts';
import { logOf } from './otlp-log.ts';
import type { Refused, SentRecord, Target } from './target.ts';

type Post = (records: readonly SentRecord[]) => Promise<Refused>;

/** A collector that cannot read a request answers so, and must not get it again. */
const isUnreadable = (error: unknown) => [400, 413].includes(Number((error as { code?: number }).code));

/**
 * Sends logs so that one which the collector cannot read holds up no other: it halves the request until it has found it. A collector
 * takes an empty request. If it does not, then the address or a proxy is wrong, and the logs wait.
 */
async function sendReadable(records: readonly SentRecord[], post: Post, isAgain = false): Promise<Refused> {
  try {
    return await post(records);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    await post([]);
    if (records.length > 1) {
      const middle = Math.ceil(records.length / 2);
      const first = await sendReadable(records.slice(0, middle), post);
      const second = await sendReadable(records.slice(middle), post);
      return { records: first.records + second.records, reason: second.reason || first.reason };
    }
    // The collector may have begun to work between the two answers.
    if (!isAgain) return sendReadable(records, post, true);
    return { records: 1, reason: (error as Error).message };
  }
}

/** An OpenTelemetry collector. */
export async function otlpTarget(endpoint: string): Promise<Target> {
  const [collector, { resourceFromAttributes }] = await Promise.all([
    connectCollector(endpoint),
    import('@opentelemetry/resources'),
  ]);
  const resource = resourceFromAttributes({ 'service.name': 'doorwright-api', 'service.version': version });
  async function post(records: readonly SentRecord[]): Promise<Refused> {
    const { rejectedLogRecords = 0, errorMessage = '' } = await collector.post(
      records.map((each) => logOf(each, resource)),
    );
    return { records: Number(rejectedLogRecords), reason: errorMessage };
  }
  return {
    name: 'otlp',
    async send(records) {
      try {
        return await sendReadable(records, post);
      } catch (error) {
        const { message } = error as Error;
        throw new Error(`${new URL(endpoint).host}: ${message || 'the logs were refused'}`, { cause: error });
      }
    },
    close: () => collector.close(),
  };
}
