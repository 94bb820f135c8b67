import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Call {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  text: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what a test asserts
  body: any;
}

/** How a receiver answers. By default with 200. */
type Answer = (res: ServerResponse, call: Call) => void;

export interface Receiver {
  port: number;
  url: string;
  calls: Call[];
  /** The calls that it answered with 200. */
  taken: Call[];
  /** The connections that callers opened. */
  connections: number;
  answer: (next: Answer) => void;
  /** Ends the calls that have no answer. */
  endCalls: () => void;
  stop: () => Promise<void>;
}

export const takes: Answer = (res) => void res.writeHead(200).end('taken');

/** A real receiver of webhooks on the loopback interface. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const calls: Call[] = [];
  const taken: Call[] = [];
  let answer = takes;
  const server = createServer(async (req, res) => {
    const body = await text(req);
    const id = String(req.headers['webhook-id']);
    const { url: path = '', method = '', headers } = req;
    const call = { path, method, headers, text: body, id, body: body && JSON.parse(body) };
    calls.push(call);
    answer(res, call);
    if (res.statusCode === 200 && res.writableEnded) taken.push(call);
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  let connections = 0;
  server.on('connection', () => connections++);
  const used = (server.address() as { port: number }).port;
  return {
    port: used,
    url: `http://127.0.0.1:${used}/hook`,
    calls,
    taken,
    get connections() {
      return connections;
    },
    answer(next) {
      answer = next;
    },
    endCalls: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether the reference implementation of Standard Webhooks accepts the signature. */
export function verifies(key: string | undefined, { text, headers }: Call): boolean {
  try {
    new Webhook(key ?? '').verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** The settings of a server that may call a receiver on this machine. */
export const loopback = {
  DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8',
  DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8',
};
