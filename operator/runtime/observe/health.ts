import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';

export interface HealthOptions {
  clock: Clock;
  registry: Registry;
  /** Reasons to restart this process. None depends on another service. */
  sick(): readonly string[];
  /** Reasons why it should get no work yet. */
  unready(): readonly string[];
}

const probeMs = 1000;
const worstLagMs = 5000;

/** Serves /livez, /readyz and /metrics. */
export class Health {
  readonly #options: HealthOptions;
  readonly #server: Server;
  #lagMs = 0;
  #cancel: () => void = () => {};

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#server = createServer(({ url }, response) => {
      this.#answer(url, response).catch((error: Error) => {
        response.statusCode = 500;
        response.end(error.message);
      });
    });
  }

  /** Returns the port, also if 0 was asked for. */
  listen(port: number, host?: string): Promise<number> {
    this.#measure();
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => resolve((this.#server.address() as { port: number }).port));
    });
  }

  close(): void {
    this.#cancel();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(url: string | undefined, response: ServerResponse): Promise<void> {
    const { registry, unready } = this.#options;
    if (url === '/metrics') {
      const text = await registry.metrics();
      response.setHeader('content-type', registry.contentType);
      response.end(text);
      return;
    }
    const reasons = url === '/livez' ? this.#sick() : url === '/readyz' ? unready() : undefined;
    response.statusCode = reasons === undefined ? 404 : reasons.length > 0 ? 503 : 200;
    response.end(reasons === undefined ? 'not found' : reasons.join('\n') || 'ok');
  }

  #sick(): string[] {
    const lag = this.#lagMs > worstLagMs ? [`The event loop lagged ${this.#lagMs} ms`] : [];
    return [...lag, ...this.#options.sick()];
  }

  /** The delay of timers beyond the requested time. */
  #measure(): void {
    const { clock } = this.#options;
    const start = clock.now();
    this.#cancel = clock.after(probeMs, () => {
      this.#lagMs = Math.max(0, clock.now() - start - probeMs);
      this.#measure();
    });
  }
}
