import { createServer } from 'node:http';

export interface Asked {
  method: string;
  /** The address that the browser or the server meant. */
  url: URL;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface Said {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** Stands in for one service. It has all rules of the service, and says where they were read. */
export interface StandIn {
  /** The hosts that it answers for. */
  hosts: readonly string[];
  /** Undefined leaves a request to the next stand-in of the host: one service has several registrations. */
  answer: (asked: Asked) => Said | undefined | Promise<Said | undefined>;
}

export const json = (status: number, body: unknown): Said => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

export const redirect = (to: string | URL): Said => ({ status: 302, headers: { Location: String(to) } });

export const page = (status: number, text: string): Said => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><title>service</title><h1>${text}</h1></html>`,
});

export const formOf = ({ body }: Asked) => new URLSearchParams(body);

/** Client id and secret from a Basic header or from the form (RFC 6749, 2.3.1). */
export function credentialsOf(asked: Asked): { id: string; secret: string } {
  const [, encoded] = /^Basic (.+)$/.exec(asked.headers.authorization ?? '') ?? [];
  const form = formOf(asked);
  if (!encoded) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent);
  return { id, secret };
}

/** Serves stand-ins on one port. The first part of a path is the host that was meant. */
export async function startStandIns(standIns: readonly StandIn[]) {
  const requests: Asked[] = [];
  const hosts = new Set(standIns.flatMap((each) => each.hosts));
  async function said(asked: Asked): Promise<Said> {
    for (const each of standIns.filter((one) => one.hosts.includes(asked.url.host))) {
      const answer = await each.answer(asked);
      if (answer) return answer;
    }
    return json(404, { message: 'Not Found' });
  }
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = await req.toArray();
    const [, host = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(req.url ?? '') ?? [];
    const asked: Asked = {
      method: req.method ?? '',
      url: new URL(`https://${host}${rest}`),
      headers: req.headers as Record<string, string | undefined>,
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(asked);
    const { status, headers, body } = await said(asked);
    res.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const reroute = (url: URL): URL =>
    hosts.has(url.host) ? new URL(`http://127.0.0.1:${port}/${url.host}${url.pathname}${url.search}`) : url;
  return {
    /** All requests, in their order. */
    requests,
    hosts,
    reroute,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type StandIns = Awaited<ReturnType<typeof startStandIns>>;
