import { version } from '../../core/version.ts';
import { connectCollector } from './collector.ts';
import { type Log, logOf, logOfAnchor } from './otlp-log.ts';
import type { Refused, Target } from './target.ts';

type Post = (logs: Log[]) => Promise<Refused>;

/** A collector that cannot read a request answers so, and must not get it again. */
const isUnreadable = (error: unknown) => [400, 413].includes(Number((error as { code?: number }).code));

/**
 * Sends logs, so that an unreadable log delays no other: it halves the request until it has found that log. A working collector
 * takes an empty request. If it refuses that too, the address or a proxy is wrong, and the logs wait.
 */
async function sendReadable(logs: Log[], post: Post, isAgain = false): Promise<Refused> {
  try {
    return await post(logs);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    await post([]);
    if (logs.length > 1) {
      const middle = Math.ceil(logs.length / 2);
      const first = await sendReadable(logs.slice(0, middle), post);
      const second = await sendReadable(logs.slice(middle), post);
      return { records: first.records + second.records, reason: second.reason || first.reason };
    }
    // The collector may have begun to work between the two answers.
    if (!isAgain) return sendReadable(logs, post, true);
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
  async function post(logs: Log[]): Promise<Refused> {
    const { rejectedLogRecords = 0, errorMessage = '' } = await collector.post(logs);
    return { records: Number(rejectedLogRecords), reason: errorMessage };
  }
  async function send(logs: Log[]): Promise<Refused> {
    try {
      return await sendReadable(logs, post);
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`${new URL(endpoint).host}: ${message || 'the logs were refused'}`, { cause: error });
    }
  }
  return {
    name: 'otlp',
    send: (records) => send(records.map((each) => logOf(each, resource))),
    sendAnchor: (anchor) => send([logOfAnchor(anchor, resource)]),
    close: () => collector.close(),
  };
}
