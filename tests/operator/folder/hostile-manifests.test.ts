import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const aliases = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`)}]`).join('\n');
const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}: 1`).join('\n');
const cases: [what: string, content: string, message: RegExp][] = [
  ['aliases of aliases', `a0: &a0 [x]\n${aliases}`, /[Aa]lias/],
  ['an alias of itself', 'a: &a [*a]', /needs apiVersion|alias/i],
  ['80,000 aliases in one list', `a: &a x\nb: [${'*a,'.repeat(80_000)}]`, /40000 values/],
  ['100,000 nested lists', '['.repeat(100_000), /40000 values/],
  ['10,000 nested lists', '['.repeat(10_000), /Maximum call stack|flow/],
  ['10,000 keys that are maps', '? '.repeat(10_000), /Maximum call stack|needs/],
  ['19,000 keys in one map', keys(19_000), /needs apiVersion/],
  ['a key twice', `${keys(10)}\nk3: 2`, /Map keys must be unique/],
  ['a document of 15 MiB', '- a: b\n'.repeat(2_000_000), /longer than 256 KiB/],
  ['a file of 20 MiB', '---\n'.repeat(5 * 2 ** 20), /larger than 16 MiB/],
  ['a text without its closing quote', `a: "${'\\x41'.repeat(60_000)}`, /closing/],
];

/** Reads a folder as the operator does, and measures it. */
const program = (folder: string) => `
  import { readFileSync } from 'node:fs';
  import { readManifests } from '${join(import.meta.dirname, '../../../operator/runtime/folder/folder-documents.ts')}';
  const idle = process.memoryUsage.rss();
  const { problems } = await readManifests('${folder}', () => []);
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  // The peak of this program only: resourceUsage() includes the parent process.
  const [, peakKiB] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
  console.log(JSON.stringify({
    problems,
    seconds: (userCPUTime + systemCPUTime) / 1e6,
    growthMiB: Math.round(peakKiB / 1024 - idle / 2 ** 20),
  }));`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorwright-hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('17.9 a manifest that would fill the memory is reported as a mistake', () => {
  test.each(cases)('%s', async (what, content, message) => {
    writeFileSync(join(folder, 'hostile.yaml'), content);
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program(folder)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const { problems, seconds, growthMiB } = JSON.parse(said);
    console.log(
      `${what}: ${(content.length / 1000).toFixed(0)} kB, ${growthMiB} MiB more, ${seconds.toFixed(2)} s of work`,
    );
    expect(problems.map((each: { message: string }) => each.message).join('\n')).toMatch(message);
    expect(growthMiB).toBeLessThan(150);
    expect(seconds).toBeLessThan(2);
  });
});
