import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const suffixOf = (password: string) => hash('sha1', password, 'hex').toUpperCase().slice(5);
/** A digest that no password of a test has. */
const other = (index: number) => hash('sha1', `line ${index}`, 'hex').toUpperCase().slice(5);

/**
 * Answers as the Pwned Passwords service does: a range for each prefix of five digits, with padding. It refuses what the
 * service refuses: another path or method, and a request without a user agent.
 */
export async function startRangeService({ breached, padding }: { breached: string[]; padding: string[] }) {
  const asked: { path: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const state: { mode: 'well' | 'failing' | 'silent' | 'endless' } = { mode: 'well' };
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    asked.push({ path, headers: req.headers });
    if (state.mode === 'silent') return;
    if (state.mode === 'failing') return void res.writeHead(503).end('busy');
    if (state.mode === 'endless') return void res.end('0'.repeat(2 ** 20));
    const prefix = /^\/range\/([0-9A-F]{5})$/.exec(path)?.[1];
    if (req.method !== 'GET' || !prefix)
      return void res.writeHead(400).end('The hash prefix was not in a valid format');
    if (!req.headers['user-agent']) return void res.writeHead(403).end('Missing user agent');
    const of = (passwords: string[]) =>
      passwords.filter((each) => hash('sha1', each, 'hex').toUpperCase().startsWith(prefix)).map(suffixOf);
    const lines = Array.from({ length: 800 }, (_, index) => `${other(index)}:${index + 1}`);
    lines.push(...of(breached).map((suffix) => `${suffix}:23597311`));
    if (req.headers['add-padding'] === 'true') lines.push(...of(padding).map((suffix) => `${suffix}:0`));
    res.writeHead(200, { 'Content-Type': 'text/plain' }).end(lines.join('\r\n'));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`,
    asked,
    state,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
