import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';

/** All that a container is started with, whoever says it: a pod, `docker run` or compose. */
export interface Wanted {
  name: string;
  /** The files of the image. */
  files: string;
  args: string[];
  environment: Record<string, string>;
  workingDir: string;
  user: { uid: number; gid: number; groups?: number[] };
  isReadOnly: boolean;
  /** Docker’s usual ones, unless all are dropped. */
  dropsCapabilities: boolean;
  noNewPrivileges: boolean;
  memory?: number | undefined;
  mounts: { source: string; target: string; isReadOnly?: boolean | undefined }[];
  /** The process whose network it shares. */
  networkOf: number;
}

export interface Container {
  /** Of its first process, as this machine counts. */
  pid: number;
  /** Everything that it printed. */
  output(): string;
  /** Its exit code. */
  ended: Promise<number>;
  signal(name: 'TERM' | 'KILL'): Promise<unknown>;
  /** Runs a program in it, as its user. */
  exec(args: string[]): Promise<string>;
  /** Bytes that it holds now, without what can be dropped at any time. */
  memory(): number;
}

const usualCapabilities = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FSETID',
  'FOWNER',
  'MKNOD',
  'NET_RAW',
  'SETGID',
  'SETUID',
  'SETFCAP',
  'SETPCAP',
  'NET_BIND_SERVICE',
  'SYS_CHROOT',
  'KILL',
  'AUDIT_WRITE',
].map((name) => `CAP_${name}`);

interface Spec {
  process: Record<string, unknown>;
  root: object;
  mounts: { destination: string; type: string; source: string; options: string[] }[];
  linux: { namespaces: { type: string; path?: string }[]; resources: Record<string, unknown> };
}

/** The configuration for runc, from its own template. */
async function configure(bundle: string, wanted: Wanted): Promise<void> {
  await command('runc', ['spec', '--bundle', bundle]);
  const file = join(bundle, 'config.json');
  const spec = JSON.parse(readFileSync(file, 'utf8')) as Spec;
  const { uid, gid, groups = [] } = wanted.user;
  const capabilities = wanted.dropsCapabilities || uid !== 0 ? [] : usualCapabilities;
  spec.process = {
    ...spec.process,
    terminal: false,
    args: wanted.args,
    env: Object.entries(wanted.environment).map(([name, value]) => `${name}=${value}`),
    cwd: wanted.workingDir,
    user: { uid, gid, additionalGids: groups },
    capabilities: Object.fromEntries(
      ['bounding', 'effective', 'permitted'].map((set) => [set, wanted.dropsCapabilities ? [] : capabilities]),
    ),
    noNewPrivileges: wanted.noNewPrivileges,
  };
  spec.root = { path: wanted.files, readonly: wanted.isReadOnly };
  for (const { source, target, isReadOnly } of wanted.mounts)
    spec.mounts.push({ destination: target, type: 'bind', source, options: ['rbind', isReadOnly ? 'ro' : 'rw'] });
  spec.linux.namespaces = spec.linux.namespaces.map((each) =>
    each.type === 'network' ? { ...each, path: `/proc/${wanted.networkOf}/ns/net` } : each,
  );
  if (wanted.memory) spec.linux.resources = { ...spec.linux.resources, memory: { limit: wanted.memory } };
  writeFileSync(file, JSON.stringify(spec));
}

async function pidIn(file: string, child: ChildProcess, said: () => string): Promise<number> {
  for (;;) {
    try {
      const pid = Number(readFileSync(file, 'utf8'));
      if (pid) return pid;
    } catch {
      // It comes when the container is made.
    }
    if (child.exitCode !== null) throw new Error(`The container did not start: ${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Starts a container by runc. It ends with `signal`, or by itself. */
export async function startContainer(folder: string, wanted: Wanted): Promise<Container> {
  const bundle = join(folder, wanted.name);
  mkdirSync(bundle);
  await configure(bundle, wanted);
  const runc = ['--root', join(folder, 'runc')];
  const pidFile = join(folder, `${wanted.name}.pid`);
  const args = [...runc, 'run', '--bundle', bundle, '--pid-file', pidFile, wanted.name];
  const child = spawn('runc', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const ended = once(child, 'close').then(([code]) => {
    rmSync(pidFile, { force: true });
    return Number(code);
  });
  const pid = await pidIn(pidFile, child, () => said);
  return {
    pid,
    output: () => said,
    ended,
    signal: (name) => command('runc', [...runc, 'kill', wanted.name, name]).catch(() => undefined),
    exec: (program) => command('runc', [...runc, 'exec', wanted.name, ...program]),
    memory() {
      const [, group = ''] = /^\d+:memory:(.*)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, 'utf8')) ?? [];
      return residentOf(pid, group);
    },
  };
}

/** As the kubelet counts a pod: what its group uses, less the files that nobody used lately. */
function residentOf(pid: number, group: string): number {
  const folder = join('/sys/fs/cgroup/memory', group);
  try {
    const used = Number(readFileSync(join(folder, 'memory.usage_in_bytes'), 'utf8'));
    const [, idle = '0'] = /^total_inactive_file (\d+)$/m.exec(readFileSync(join(folder, 'memory.stat'), 'utf8')) ?? [];
    return used - Number(idle);
  } catch {
    const [, kibibytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) * 1024;
  }
}
