import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Built } from './buildah.ts';
import { type Container, startContainer } from './container.ts';
import type { Network } from './network.ts';
import { makeWritable } from './volumes.ts';

/** The part of a service of compose that our files use. `docker run` has the same as options. */
export interface Service {
  command?: string[];
  environment: Record<string, string>;
  volumes: string[];
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
}

/** Splits `docker run` of a page into what compose would say. Options that this does not know are an error. */
export function serviceOf(line: string): Service {
  const words = line.replaceAll('\\\n', ' ').trim().split(/\s+/).slice(2);
  const service: Service & { tmpfs: string[] } = { environment: {}, volumes: [], tmpfs: [] };
  const taking: Record<string, (value: string) => void> = {
    '-e': (value) => {
      const [name = '', text = ''] = value.split(/=(.*)/s);
      service.environment[name] = text;
    },
    '-v': (value) => service.volumes.push(value),
    '-p': () => {},
    '--tmpfs': (value) => service.tmpfs.push(value),
    '--cap-drop': (value) => (service.cap_drop = [value]),
    '--security-opt': (value) => (service.security_opt = [value]),
    '--name': () => {},
  };
  for (let word = words.shift(); word?.startsWith('-'); word = words.shift()) {
    if (word === '--read-only') service.read_only = true;
    else if (!['--rm', '--detach'].includes(word)) {
      const take = taking[word];
      if (!take) throw new Error(`This test does not know ${word} of docker run`);
      take(words.shift() ?? '');
    }
  }
  return service;
}

/** A volume has a folder, which docker gives to the owner that the image says. Any other source is a path of this machine. */
function mountsOf(folder: string, { volumes, tmpfs = [] }: Service) {
  const named = volumes.map((each) => {
    const [from = '', target = '', mode] = each.split(':');
    if (/^[./]/.test(from)) return { source: join(process.cwd(), from), target, isReadOnly: mode === 'ro' };
    const source = join(folder, `volume-${from}`);
    makeWritable(source, 1000);
    return { source, target };
  });
  const scratch = tmpfs.map((target) => {
    const source = mkdtempSync(join(folder, 'scratch-'));
    makeWritable(source, 1000);
    return { source, target };
  });
  return [...named, ...scratch];
}

/** Starts a container as docker would, with what the image says where the service is silent. */
export function startService(
  folder: string,
  name: string,
  service: Service,
  image: Built,
  network: Network,
): Promise<Container> {
  const { Env, Cmd, User, WorkingDir } = image.config;
  const [uid = 0, gid = 0] = User.split(':').map(Number);
  return startContainer(folder, {
    name,
    files: image.files,
    args: service.command ?? Cmd,
    environment: {
      ...Object.fromEntries(Env.map((each) => each.split(/=(.*)/s, 2) as [string, string])),
      ...service.environment,
    },
    workingDir: WorkingDir,
    user: { uid, gid },
    isReadOnly: service.read_only ?? false,
    dropsCapabilities: service.cap_drop?.includes('ALL') ?? false,
    noNewPrivileges: service.security_opt?.includes('no-new-privileges:true') ?? false,
    mounts: [...mountsOf(folder, service), { source: network.hostsFile, target: '/etc/hosts', isReadOnly: true }],
    networkOf: network.pid,
  });
}
