import { createServer } from 'node:http';

export interface Told {
  type: string;
  body: URLSearchParams;
}

/** The application's side: pages that say that the browser is back, and what is told behind the browser's back. */
export async function startRelyingParty() {
  const told: Told[] = [];
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString();
    if (req.url === '/backchannel_logout')
      told.push({ type: String(req.headers['content-type']), body: new URLSearchParams(body) });
    res.setHeader('Content-Type', 'text/html').setHeader('Cache-Control', 'no-store');
    res.end('<title>Application</title><p>Back at the application</p>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    told,
    // By another name than the server's, so that they are two sites.
    callback: `http://localhost:${port}/callback`,
    afterLogout: `http://localhost:${port}/post_logout_redirect`,
    backchannel: `http://127.0.0.1:${port}/backchannel_logout`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type RelyingParty = Awaited<ReturnType<typeof startRelyingParty>>;
