import { createServer } from 'node:http';

export interface Told {
  type: string;
  body: URLSearchParams;
}

/** The application: its pages, and the sign-out notices that it got from the server. */
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
    // Another host name than the server's makes them two sites.
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
