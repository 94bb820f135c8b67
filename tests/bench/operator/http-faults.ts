import { createServer, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export type Fault = 'none' | 'slow' | 'too many' | 'failing' | 'broken';

export const retryAfterSeconds = 2;

/** Passes requests on to a server, or treats them as a server does that is not well. */
export async function startHttpFaults(target: string, onRequest: (method: string, path: string) => void = () => {}) {
  let fault: Fault = 'none';
  let count = 0;
  const server = createServer(async (asked, answer) => {
    onRequest(asked.method ?? '', asked.url ?? '');
    const isFifth = ++count % 5 === 0;
    if (fault === 'slow') await delay(10_000);
    else if (fault === 'too many') return answer.writeHead(429, { 'retry-after': String(retryAfterSeconds) }).end('{}');
    else if (fault === 'broken' || (fault === 'failing' && isFifth)) return answer.writeHead(500).end('{}');
    const { method, headers } = asked;
    const passed = request(new URL(asked.url ?? '/', target), { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    set(next: Fault) {
      fault = next;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
