import { createServer, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export type Fault = 'none' | 'slow' | 'too many' | 'failing' | 'broken' | 'nobody behind' | 'busy';

export const retryAfterSeconds = 2;

/** Forwards requests to a server, or answers like a failing server. */
export async function startHttpFaults(target: string, onRequest: (method: string, path: string) => void = () => {}) {
  let present: Fault = 'none';
  let about = '';
  let count = 0;
  const server = createServer(async (asked, answer) => {
    onRequest(asked.method ?? '', asked.url ?? '');
    const fault = asked.url?.includes(about) ? present : 'none';
    const isFifth = ++count % 5 === 0;
    if (fault === 'slow') await delay(10_000);
    else if (fault === 'nobody behind') return answer.writeHead(502).end('<h1>Bad Gateway</h1>');
    else if (fault === 'busy') return answer.writeHead(503, { 'retry-after': '0.1' }).end('{}');
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
    /** For all paths, or for those with this text. */
    set(next: Fault, only = '') {
      [present, about] = [next, only];
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
