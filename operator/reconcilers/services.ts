import type { DeclaredApi } from '../declared-api.ts';
import type { createDiscovery } from '../discovery.ts';
import type { Graveyard } from '../graveyard.ts';
import type { Machinery } from '../runtime/machinery.ts';
import type { Memory } from './memory.ts';

/** What reconcilers work with. */
export interface Services extends Pick<Machinery, 'controller' | 'source' | 'redactor' | 'metrics' | 'random'> {
  api: DeclaredApi;
  memory: Memory;
  discovery: ReturnType<typeof createDiscovery>;
  graveyard: Graveyard;
  deletionTimeoutMs: number;
  /** Only from these may objects be observed and taken over that no resource declares. Empty: from all. */
  platformNamespaces: readonly string[];
}
