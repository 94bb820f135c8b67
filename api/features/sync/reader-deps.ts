import type { Source } from './source.ts';
import type { SyncDeps } from './deps.ts';

// filled at the merge
export const readerDeps = async (deps: SyncDeps, _source: Source) => deps;
