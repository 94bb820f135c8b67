import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Codes of npm and their meaning for the user. The first match counts.
const causes = [
  [/ENOSPC|EDQUOT/, () => 'the disk is full'],
  [/EACCES|EPERM|EROFS/, ({ root }) => `this user may not write to ${join(root, 'node_modules')} or to npm's cache`],
  [/EINTEGRITY/, () => 'a downloaded package is not the one package-lock.json names'],
  [/EUSAGE/, () => 'package.json and package-lock.json disagree; run npm install and commit both'],
  [/E40[134]/, () => "the package registry refused or lacks a package; check npm's registry setting"],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|FETCH_ERROR/,
    () => 'the package registry cannot be reached; check the network and proxy settings',
  ],
  [/CERT|SELF_SIGNED/, () => "the package registry's certificate is not trusted; set NODE_EXTRA_CA_CERTS"],
];

/** One sentence for a failed `npm ci`. */
export function explainNpm({ code, status, signal }, place) {
  if (code === 'ENOENT') return 'npm was not found on PATH; install Node with npm.';
  if (signal) return `The installation was stopped by ${signal}; run the command again.`;
  const log = newestLog(place.logs);
  const reported = log?.text.match(/ error (?:code|errno) (\S+)/)?.[1] ?? code ?? '';
  const known = causes.find(([pattern]) => pattern.test(reported))?.[1](place);
  const cause = known ? `${known} (${reported})` : `npm ci ended with ${reported || `exit code ${status}`}`;
  return `Packages could not be installed: ${cause}.${log ? ` npm's log: ${log.path}` : ''}`;
}

function newestLog(folder) {
  try {
    const path = join(
      folder,
      readdirSync(folder)
        .filter((name) => name.endsWith('.log'))
        .sort()
        .at(-1),
    );
    return { path, text: readFileSync(path, 'utf8') };
  } catch {
    // A full or foreign disk has no log either.
    return undefined;
  }
}
