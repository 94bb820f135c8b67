import type { DeclaredApi } from '../api/declared-api.ts';
import type { Change } from '../api/declared-objects.ts';
import { claimOn, memoryKey } from '../reconcilers/core/api-id.ts';
import type { Memory } from '../reconcilers/core/memory.ts';
import { pause, systemClock } from '../runtime/clock.ts';
import type { Controller } from '../runtime/controller.ts';
import type { Log } from '../runtime/observe/log.ts';
import { fullJitter } from '../runtime/pace/backoff.ts';

interface Follower {
  api: DeclaredApi;
  memory: Memory;
  controller: Controller;
  log: Log;
  signal: AbortSignal;
  /** The feed begins anew: at the start, with another database, or after a week. */
  onReset(): Promise<void>;
}

const gatheringMs = 200;

/** Follows the API's change feed. A change there leads to a pass within a second. */
export async function followChanges(follower: Follower): Promise<void> {
  const { api, log, signal } = follower;
  let since: string | undefined;
  for (let failures = 0; !signal.aborted; ) {
    try {
      const page = await api.changes(since, signal);
      if (failures > 0) log.info({}, 'Followed the change feed again');
      failures = 0;
      // Also at the start: nothing reports changes between the first passes and this position.
      const isFresh = since === undefined || page.reset;
      since = page.next;
      if (isFresh) await follower.onReset();
      for (const change of page.changes) handleChange(follower, change);
      // During many changes, one request for a page costs less than one for each change.
      if (page.changes.length > 0) await pause(systemClock, gatheringMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (failures === 0) log.warn({ error }, 'Lost the change feed');
      failures++;
      await pause(systemClock, fullJitter(failures, Math.random, { maxMs: 10_000 }), signal);
    }
  }
}

function handleChange({ memory, controller }: Follower, { kind, owner, name, actor }: Change): void {
  // The operator knows its own changes.
  if (actor.startsWith('operator/')) return;
  const id = { kind, owner, name };
  const claim = claimOn(id);
  if (controller.kinds.claimants(claim).length === 0) return;
  memory.unsettle(memoryKey(id), { actor });
  controller.wakeClaimants(claim);
}
