import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unawaitedIn } from './unawaited.ts';

const root = join(import.meta.dirname, '..', '..');
const servers = ['api', 'operator'];

test.each(servers)('35.0 no promise of %s can fail unnoticed', { timeout: 120_000 }, (name) => {
  const isOurs = (file: string) =>
    file.startsWith(`${name}/`) && !file.includes('node_modules') && file.endsWith('.ts');
  expect(unawaitedIn(root, join(root, name, 'tsconfig.json'), isOurs)).toEqual([]);
});

/** Each line with a comment is a mistake of that sort. */
const examples = `
import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';

async function fails(): Promise<void> {
  throw new Error('fails');
}
const events = new EventEmitter();
let kept = Promise.resolve();
declare function takesBoth(listener: () => void | Promise<void>): void;
declare function takesOptions(options: { onEnd: () => void }): void;

fails(); // nobody
void fails(); // nobody
fails().then(() => 1); // nobody
fails().finally(() => 1); // nobody
Math.random() > 2 && fails(); // nobody
setTimeout(() => void fails(), 1); // nobody
setTimeout(async () => fails(), 1); // ignores
setInterval(() => fails(), 1); // ignores
setImmediate(fails); // ignores
queueMicrotask(async () => fails()); // ignores
process.nextTick(async () => fails()); // ignores
events.on('event', async () => fails()); // ignores
events.once('event', fails); // ignores
process.on('SIGTERM', async () => fails()); // ignores
createServer(async (_request, response) => void response.end()); // ignores
[1].forEach(async () => fails()); // ignores
new Promise(async (resolve) => resolve(await fails())).catch(() => 1); // ignores
takesOptions({ onEnd: async () => fails() }); // ignores
takesOptions({ onEnd: fails }); // ignores

await fails();
kept = fails();
fails().catch(() => 1);
fails().then(() => 1, () => 2);
fails().catch(() => 1).finally(() => 2);
setTimeout(() => void fails().catch(() => 1), 1);
setTimeout(() => fails().catch(() => 1), 1);
takesBoth(async () => fails());
events.on('event', () => 1);
export { kept };
`;

test('35.0 the check of promises finds each sort of mistake, and nothing else', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-promises-'));
  try {
    writeFileSync(join(folder, 'examples.ts'), examples);
    const tsconfig = { extends: join(root, 'tsconfig.json'), include: ['*.ts'], files: ['examples.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
    const expected = examples.split('\n').flatMap((line, index) => {
      const [, sort] = /\/\/ (nobody|ignores)$/.exec(line) ?? [];
      const what = sort === 'nobody' ? 'that nobody awaits' : 'that its caller ignores';
      return sort ? [`examples.ts:${index + 1}: a promise ${what}`] : [];
    });
    expect(unawaitedIn(folder, join(folder, 'tsconfig.json'), (file) => file === 'examples.ts')).toEqual(expected);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
