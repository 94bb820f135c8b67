/**
 * The binaries that controller-tools publishes for tests of controllers: kube-apiserver, etcd and kubectl, and no
 * controller manager. An index lists the archives of each version with their SHA-512.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'yaml';

export const publishedPrograms = ['kube-apiserver', 'etcd', 'kubectl'] as const;

const usualIndex = 'https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml';

/** The address of the index. Without one, nothing is fetched. */
export const indexAddress = (): string | undefined =>
  (process.env.DOORWRIGHT_TEST_ENVTEST_INDEX ?? usualIndex) || undefined;

const largestIndex = 4 * 2 ** 20;
const largestArchive = 2 ** 30;

export interface Wanted {
  index: string;
  version: string;
  /** The folder for the programs, each under its own name. */
  dir: string;
  /** The timeout for a silent server. */
  patienceMs?: number;
}

/** Puts all programs of a version into `dir`, or throws a sentence with the reason. */
export async function fetchPublished({ index, version, dir, patienceMs = 5_000 }: Wanted): Promise<void> {
  const { address, hash } = await findArchive(index, version, patienceMs);
  await mkdir(dir, { recursive: true });
  const unfinished = await mkdtemp(join(dir, 'unfinished-'));
  try {
    const archive = join(unfinished, 'archive.tar.gz');
    const actual = await download(address, archive, patienceMs);
    if (actual !== hash) throw new Error(`the SHA-512 of ${address} is not the one in the index`);
    for (const program of publishedPrograms) await unpack(archive, program, join(unfinished, program));
    for (const program of publishedPrograms) await rename(join(unfinished, program), join(dir, program));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function findArchive(
  index: string,
  version: string,
  patienceMs: number,
): Promise<{ address: URL; hash: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of await open(new URL(index), largestIndex, patienceMs)) chunks.push(chunk);
  const document: unknown = parse(Buffer.concat(chunks).toString('utf8'));
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `envtest-${version}-${os}-${architecture}.tar.gz`;
  const entry = member(member(member(document, 'releases'), version), name);
  if (entry === undefined) throw new Error(`${index} does not list ${name}`);
  const hash = member(entry, 'hash');
  const link = member(entry, 'selfLink');
  if (typeof hash !== 'string' || !/^[0-9a-f]{128}$/.test(hash) || typeof link !== 'string')
    throw new Error(`${index} lists ${name} without a SHA-512 and an address`);
  const address = new URL(link, index);
  // Only the server of the index may work without TLS, such as one on this machine.
  if (address.protocol !== 'https:' && address.origin !== new URL(index).origin)
    throw new Error(`${address} is neither https nor where the index is`);
  return { address, hash };
}

const member = (value: unknown, key: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** The body of an answer, with a limit of its size and of the server's silence. */
async function open(address: URL, largest: number, patienceMs: number): Promise<Readable> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('timeout')), patienceMs);
  const fail = (error: unknown): Error => {
    clearTimeout(timer);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = silence.signal.aborted ? `no answer within ${patienceMs / 1000} s` : (cause as Error).message;
    return new Error(`${address}: ${reason}`, { cause: error });
  };
  const response = await fetch(address, { signal: silence.signal }).catch((error) => Promise.reject(fail(error)));
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw fail(new Error(`status ${response.status}`));
  }
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  return Readable.from(
    (async function* () {
      let size = 0;
      try {
        for await (const chunk of body) {
          timer.refresh();
          size += chunk.length;
          if (size > largest) throw new Error(`more than ${largest} bytes`);
          yield chunk as Uint8Array;
        }
      } catch (error) {
        throw fail(error);
      } finally {
        clearTimeout(timer);
      }
    })(),
  );
}

/** Returns the SHA-512 of the body. */
async function download(address: URL, file: string, patienceMs: number): Promise<string> {
  const hash = createHash('sha512');
  const hashed = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(await open(address, largestArchive, patienceMs), hashed, createWriteStream(file, { mode: 0o600 }));
  return hash.digest('hex');
}

/** The program goes through a pipe into one file, so that paths and links in the archive have no effect. */
async function unpack(archive: string, program: string, file: string): Promise<void> {
  const tar = spawn('tar', ['-xzOf', archive, `controller-tools/envtest/${program}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', resolve);
  });
  const [code] = await Promise.all([ended, pipeline(tar.stdout, createWriteStream(file, { mode: 0o700 }))]);
  const { size } = await stat(file);
  if (code !== 0 || size === 0) throw new Error(`the archive holds no ${program}`);
  await chmod(file, 0o755);
}
