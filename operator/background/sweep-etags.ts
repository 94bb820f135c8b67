import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { DeclaredApi } from '../api/declared-api.ts';
import type { NamesPage } from '../api/declared-objects.ts';
import { claimOn, idIn } from '../reconcilers/core/api-id.ts';
import type { Memory } from '../reconcilers/core/memory.ts';
import { pause, systemClock } from '../runtime/clock.ts';
import type { Controller } from '../runtime/controller.ts';
import type { Log } from '../runtime/observe/log.ts';
import type { OrphanedObjects } from './orphaned-objects.ts';

interface Sweeper {
  kinds: readonly DeclaredKind[];
  api: DeclaredApi;
  memory: Memory;
  controller: Controller;
  orphanedObjects: OrphanedObjects;
  periodSeconds: number;
  log: Log;
  signal: AbortSignal;
}

/** Finds changes that the feed missed within one period. */
export async function sweepEtags(sweeper: Sweeper): Promise<void> {
  const { periodSeconds, signal } = sweeper;
  while (!signal.aborted) {
    await pause(systemClock, periodSeconds * 1000, signal);
    await sweepOnce(sweeper);
  }
}

/** Compares known etags with the API's list, page by page. */
export async function sweepOnce(sweeper: Sweeper): Promise<void> {
  const { kinds, log, signal } = sweeper;
  for (const { name } of kinds) {
    if (signal.aborted) return;
    await sweepKind(sweeper, name).catch((error) => log.warn({ error, kind: name }, 'Could not compare etags'));
  }
}

async function sweepKind({ api, memory, controller, orphanedObjects, signal }: Sweeper, kind: string): Promise<void> {
  const etags = new Map<string, string>();
  const declared: NamesPage['items'][number][] = [];
  let cursor: string | undefined;
  do {
    const page = await api.names(kind, cursor, signal);
    for (const item of page.items) {
      etags.set(`${kind}/${item.owner}/${item.name}`, item.etag);
      if (item.uid) declared.push(item);
    }
    cursor = page.next ?? undefined;
  } while (cursor);
  for (const [id, settled] of memory.etags()) {
    if (!id.startsWith(`${kind}/`) || settled.every((etag) => etag === etags.get(id))) continue;
    memory.unsettle(id, { etag: etags.get(id) });
    controller.wakeClaimants(claimOn(idIn(id)));
  }
  await orphanedObjects.look(kind, declared, signal);
}
