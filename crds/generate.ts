import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Artefact, Producer } from './generate/artefact.ts';
import { chartCrds } from './generate/chart-crds.ts';
import { chartReadme } from './generate/chart-readme.ts';
import { chartRoles } from './generate/chart-roles.ts';
import { chartSchema } from './generate/chart-schema.ts';
import { eventsPage } from './generate/events-page.ts';
import { manifests } from './generate/manifests.ts';
import { migrations } from './generate/migrations.ts';
import { words } from './generate/words.ts';
import { kinds } from './kinds/index.ts';
import settings from './package.json' with { type: 'json' };

const producers: readonly Producer[] = [
  manifests,
  chartCrds,
  chartRoles,
  chartSchema,
  chartReadme,
  eventsPage,
  words,
  migrations,
];

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});

const at = (path: string) => join(options.root, path);

const ifMissing =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  };

const present = (path: string) => readFile(at(path), 'utf8').catch(ifMissing(undefined));

async function leftovers(producer: Producer, artefacts: readonly Artefact[]): Promise<string[]> {
  const names = new Set(artefacts.map(({ path }) => path));
  const found = await Promise.all(
    producer.folders.map(async (folder) => {
      const files = await readdir(at(folder)).catch(ifMissing([]));
      return files.filter((file) => !file.startsWith('.')).map((file) => `${folder}/${file}`);
    }),
  );
  return found.flat().filter((path) => !names.has(path));
}

async function write({ path, content }: Artefact) {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), content);
}

let differing = 0;
for (const producer of producers) {
  const artefacts = await producer.produce({ kinds, bundleVersion: settings.version });
  for (const artefact of artefacts) {
    if ((await present(artefact.path)) === artefact.content) continue;
    differing += 1;
    if (options.check) console.error(`${artefact.path} is not what the model says`);
    else await write(artefact);
  }
  for (const path of await leftovers(producer, artefacts)) {
    differing += 1;
    if (options.check) console.error(`${path} has nothing in the model behind it`);
    else await rm(at(path), { recursive: true });
  }
}

if (options.check && differing > 0) {
  console.error('Run `npm run generate` and commit what it writes.');
  process.exitCode = 1;
}
