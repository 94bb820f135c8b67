import { createServer } from 'node:http';
import { rolldown } from 'rolldown';

async function bundle(): Promise<string> {
  const build = await rolldown({ input: 'casdoor-js-sdk', cwd: import.meta.dirname, platform: 'browser' });
  const { output } = await build.generate({ format: 'iife', name: 'casdoor', exports: 'named' });
  await build.close();
  return output[0].code;
}

/** The page of an application with the SDK. Embedded, it tells its parent that it came back. */
const pageOf = (config: object) => `<!doctype html><title>An application</title>
<script src="/sdk.js"></script>
<script>
  const sdk = new casdoor.default(${JSON.stringify(config)});
  if (parent !== window && location.pathname === '/callback' && new URLSearchParams(location.search).has('code'))
    parent.postMessage({ tag: 'Casdoor', type: 'SilentSignin', data: 'success' }, location.origin);
</script>`;

interface Settings {
  serverUrl: () => string;
  clientId: () => string;
  /** The answer of the application's own server to `POST /api/signin`. */
  signin: (code: string) => Promise<unknown>;
}

/** An application with a page that runs the SDK from npm. */
export async function startSdkPage({ serverUrl, clientId, signin }: Settings) {
  const script = await bundle();
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://here');
    if (pathname === '/sdk.js') return void res.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    if (pathname === '/api/signin')
      return void res
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(await signin(searchParams.get('code') ?? '')));
    const config = {
      serverUrl: serverUrl(),
      clientId: clientId(),
      appName: 'app-sdk',
      organizationName: 'acme',
      redirectPath: '/callback',
    };
    res.writeHead(200, { 'Content-Type': 'text/html' }).end(pageOf(config));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
