import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { LeftOut } from '../../harness/runner/left-out.ts';

/** Where Debian has a program whose package has another name. */
const packages: Record<string, string> = { ip: 'iproute2', unshare: 'util-linux' };

const missing = (programs: string[]) =>
  programs.filter((each) => spawnSync('sh', ['-c', `command -v ${each}`]).status !== 0);

/** The programs that build and run an image without a container engine. */
export const engine = ['buildah', 'debootstrap', 'runc', 'ip', 'unshare', 'openssl'];

/** Installs programs. Says why a machine cannot have them. */
export function ensureTools(programs: string[]): void {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version'))
    throw new LeftOut(
      'This test needs Debian: the base of the image comes from debootstrap, and programs from apt-get.',
    );
  if (process.getuid?.() !== 0)
    throw new LeftOut('This test needs root: debootstrap, buildah and runc mount, and apt-get installs.');
  const wanted = missing(programs);
  if (wanted.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env });
  const names = wanted.map((each) => packages[each] ?? each);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env });
  const left = missing(wanted);
  if (left.length > 0) throw new LeftOut(`apt-get does not install ${left.join(', ')}, which this test needs.`);
}
