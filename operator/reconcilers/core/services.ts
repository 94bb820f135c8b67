import type { DeclaredApi } from '../../api/declared-api.ts';
import type { createDiscovery } from '../../api/discovery.ts';
import type { Machinery } from '../../runtime/machinery.ts';
import type { Memory } from './memory.ts';
import type { NamespaceRights } from './namespace-rights.ts';
import type { Tombstones } from './tombstones.ts';

/** The dependencies of all reconcilers. */
export interface Services extends Pick<Machinery, 'controller' | 'source' | 'redactor' | 'metrics' | 'random'> {
  api: DeclaredApi;
  memory: Memory;
  discovery: ReturnType<typeof createDiscovery>;
  tombstones: Tombstones;
  deletionTimeoutMs: number;
  rights: NamespaceRights;
}
