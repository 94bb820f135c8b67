import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';

export type Moment = 'before it is passed on' | 'before its answer arrives';
export const moments: readonly Moment[] = ['before it is passed on', 'before its answer arrives'];

/** The point of death: the number of the effect, and its side. */
export interface DeathAt {
  effect: number;
  moment: Moment;
}

interface Death extends DeathAt {
  kill(): void;
}

const reading = new Set(['GET', 'HEAD']);
/** Leases, events and tokens are no state of an object. */
const courtesies = ['/leases', '/events', '/declared/v1/token'];

const hasEffect = (asked: IncomingMessage) =>
  !reading.has(asked.method ?? '') && !courtesies.some((path) => asked.url?.includes(path));

/** Proxies in front of both servers. Together they count the operator's effects. */
export async function startEffectsProxy(servers: { cluster: string; ca: string; api: string }) {
  let about: string[] = [];
  let effects: string[] = [];
  let death: Death | undefined;
  let isDying = false;
  let isDead = false;

  const nameOf = ({ method, url = '' }: IncomingMessage) => {
    const path = url.split('?')[0] as string;
    return `${method} ${about.reduce((text, word) => text.replace(word, '…'), path).replace(/.*\/(apis|v1)\//, '')}`;
  };

  function die(): void {
    isDead = true;
    death?.kill();
    death = undefined;
  }

  function pass(target: string, asked: IncomingMessage, answer: ServerResponse): void {
    // A dead process reads nothing; its sent requests are on their way.
    if (isDead) return void answer.destroy();
    const counts = hasEffect(asked) && about.some((word) => asked.url?.includes(word));
    if (counts) effects.push(nameOf(asked));
    const isLast = counts && death?.effect === effects.length;
    isDying ||= isLast;
    if (isLast && death?.moment === 'before it is passed on') {
      die();
      return void answer.destroy();
    }
    const { request } = target.startsWith('https:') ? https : http;
    const { host: _, ...headers } = asked.headers;
    const passed = request(
      new URL(asked.url ?? '/', target),
      { method: asked.method, headers, ca: servers.ca },
      (given) => {
        if (isLast) {
          given.resume().on('end', () => {
            die();
            answer.destroy();
          });
          return;
        }
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    // A closed watch ends, and a sent write happens.
    answer.on('close', () => counts || passed.destroy());
    asked.pipe(passed);
  }

  const listening = [servers.cluster, servers.api].map(async (target) => {
    const server = http.createServer((asked, answer) => pass(target, asked, answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  });
  const [toCluster, toApi] = (await Promise.all(listening)) as [http.Server, http.Server];
  const urlOf = (server: http.Server) => `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    clusterUrl: urlOf(toCluster),
    apiUrl: urlOf(toApi),
    /** The effects so far. */
    effects: (): readonly string[] => effects,
    /** The effect began, and its answer is lost. */
    isDying: () => isDying,
    hasDied: () => isDead,
    /** Starts counting effects on paths with one of these words, up to a death if one is planned. */
    watch(words: string[], next?: Death) {
      [about, effects, death] = [words, [], next];
    },
    /** Accepts another process. */
    revive() {
      [isDying, isDead] = [false, false];
    },
    stop() {
      for (const server of [toCluster, toApi]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
