import { type Cluster, startCluster } from './cluster.ts';
import { StoredState } from './stored-state.ts';

interface Kept {
  cluster: Cluster;
  state: StoredState;
  isTaken: boolean;
}

/** Installs what each file finds in the cluster. */
export type Beginning = (cluster: Cluster) => Promise<unknown>;

let kept: Kept | undefined;

/** Between two files the processes stand still, because even an idle API server works. Throws if one has ended. */
function signal({ cluster }: Kept, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of Object.values(cluster.pids())) if (pid) process.kill(pid, name);
}

async function begin(beginning: Beginning): Promise<Kept> {
  const cluster = await startCluster({ controllerManager: false });
  await beginning(cluster);
  return { cluster, state: await StoredState.of(cluster.etcdUrl), isTaken: true };
}

async function putBack(own: Kept): Promise<void> {
  const { cluster, state } = own;
  try {
    if (own !== kept) throw new Error('Another one is kept');
    await cluster.stopControllerManager();
    await state.restore();
    signal(own, 'SIGSTOP');
    own.isTaken = false;
  } catch (error) {
    console.error('The control plane is not kept.', error);
    if (own === kept) kept = undefined;
    await cluster.stop();
  }
}

/** False if it ended meanwhile. */
async function takeUp(own: Kept): Promise<boolean> {
  try {
    signal(own, 'SIGCONT');
    await own.cluster.becomeReady();
    // A request of a killed process may have ended after the storage was put back.
    await own.state.restore();
    own.isTaken = true;
    return true;
  } catch (error) {
    console.error('The kept control plane does not go on, and another one starts.', error);
    await own.cluster.stop();
    return false;
  }
}

/**
 * The cluster that a worker keeps for its files, which run one after another. `stop` gives it back, and everything that the file
 * stored goes. Only one file has it at a time, so an operator may watch all of it. The first file of a worker waits until it starts.
 */
export async function takeCluster(beginning: Beginning, { controllerManager = false } = {}): Promise<Cluster> {
  // A cluster that is still taken stays with its file, and ends with it: a set-up that failed may have left an operator behind.
  const own = kept && !kept.isTaken && (await takeUp(kept)) ? kept : await begin(beginning);
  kept = own;
  if (controllerManager) await own.cluster.startControllerManager();
  let isGivenBack = false;
  return {
    ...own.cluster,
    // Only once: the next file may have the cluster when a late clean-up of this one calls again.
    async stop() {
      if (isGivenBack) return;
      isGivenBack = true;
      await putBack(own);
    },
  };
}
