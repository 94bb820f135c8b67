import { createServer } from 'node:http';

const tree = [
  {
    value: 'fi',
    label: 'Finland',
    children: [
      { value: 1, label: 'Helsinki' },
      { value: 'oulu/north', label: 'Oulu', children: null },
    ],
  },
  { value: 'va', label: 'Vatican City', children: [] },
];

const lists: Record<string, unknown> = {
  '/at/1': [
    { id: 7, name: 'Aalto' },
    { id: 8, name: ' Hanken ' },
  ],
  '/at/oulu%2Fnorth': [{ id: 9, name: 'Harbour', secret: 'not ours to tell' }],
  '/at/va': [],
};

/** A server of addresses and affiliations, with good and bad answers. */
export async function startAffiliationSource() {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    asked.push(path);
    const list = path.startsWith('/places') ? tree : lists[path];
    if (path === '/inside') return void res.writeHead(302, { Location: 'http://10.0.0.1/' }).end();
    if (path === '/large') return void res.end(JSON.stringify([{ value: 'x', label: 'x'.repeat(2 ** 21) }]));
    if (path === '/words') return void res.end('<h1>Places</h1>');
    if (path === '/other') return void res.end('{"places":[]}');
    if (path === '/deep') return void res.end(`${'[{"value":1,"label":"x","children":'.repeat(9)}[]${'}]'.repeat(9)}`);
    res.writeHead(list ? 200 : 404).end(JSON.stringify(list ?? 'not here'));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    /** The requested paths. */
    asked,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type AffiliationSource = Awaited<ReturnType<typeof startAffiliationSource>>;
