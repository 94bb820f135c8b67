import type { Connector } from '../connector.ts';
import type { Dialect } from '../source.ts';

/**
 * The module of each dialect: one more dialect is one more file and one more line. The thread loads only the module that it
 * needs, and the server itself loads none.
 */
export const connectors: Record<Dialect, () => Promise<Connector>> = {
  postgres: () => import('./postgres.ts').then(({ postgres }) => postgres),
};
