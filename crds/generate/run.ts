import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { kinds } from '../kinds/index.ts';
import settings from '../package.json' with { type: 'json' };
import type { Artefact, Producer } from './artefact.ts';

export interface GenerateOptions {
  /** The repository, or a copy of it. */
  root: string;
  /** Only compares. */
  check: boolean;
}

const ifMissing =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  };

async function leftovers(root: string, producer: Producer, artefacts: readonly Artefact[]): Promise<string[]> {
  const names = new Set(artefacts.map(({ path }) => path));
  const found = await Promise.all(
    producer.folders.map(async (folder) => {
      const files = await readdir(join(root, folder)).catch(ifMissing([]));
      return files.filter((file) => !file.startsWith('.')).map((file) => `${folder}/${file}`);
    }),
  );
  return found.flat().filter((path) => !names.has(path));
}

async function write(path: string, content: string) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** Writes what differs and removes what is superfluous. Returns a sentence for each of these files. */
export async function generate(producers: readonly Producer[], { root, check }: GenerateOptions): Promise<string[]> {
  const differences: string[] = [];
  for (const producer of producers) {
    const artefacts = await producer.produce({ kinds, bundleVersion: settings.version });
    for (const { path, content } of artefacts) {
      const present = await readFile(join(root, path), 'utf8').catch(ifMissing(undefined));
      if (present === content) continue;
      differences.push(`${path} is not what the code says`);
      if (!check) await write(join(root, path), content);
    }
    for (const path of await leftovers(root, producer, artefacts)) {
      differences.push(`${path} has nothing in the code behind it`);
      if (!check) await rm(join(root, path), { recursive: true });
    }
  }
  return differences;
}
