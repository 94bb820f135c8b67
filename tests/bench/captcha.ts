import { execFile, execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { draw } from '@doorwright/api/signin/captcha/draw.ts';

const run = promisify(execFile);
const pictures = 120;
/** One line, one word, and any text. A person who attacks takes the best. */
const modes = ['7', '8', '11'];

/** The version of the first text recogniser at hand, if it is there. */
function tesseract(): string | undefined {
  try {
    return String(execFileSync('tesseract', ['--version'], { stdio: ['ignore', 'pipe', 'pipe'] })).split('\n')[0];
  } catch {
    return;
  }
}

/** How many pictures of the Default captcha each mode solves. */
async function attack(folder: string): Promise<Map<string, number>> {
  const solved = new Map(modes.map((mode) => [mode, 0]));
  for (let at = 0; at < pictures; at++) {
    const answer = String(randomInt(100_000)).padStart(5, '0');
    const file = join(folder, `${at}.png`);
    writeFileSync(file, draw(answer));
    for (const mode of modes) {
      const options = ['--psm', mode, '-c', 'tessedit_char_whitelist=0123456789'];
      const { stdout } = await run('tesseract', [file, 'stdout', ...options]);
      if (stdout.replaceAll(/\s/g, '') === answer) solved.set(mode, (solved.get(mode) ?? 0) + 1);
    }
  }
  return solved;
}

const version = tesseract();
if (version) {
  const folder = mkdtempSync(join(tmpdir(), 'captcha-'));
  try {
    const solved = await attack(folder);
    console.log(`${version}, ${pictures} pictures of the Default captcha`);
    for (const [mode, count] of solved) console.log(`  --psm ${mode}: ${count} solved`);
  } finally {
    rmSync(folder, { recursive: true });
  }
} else {
  console.error('tesseract is missing. On Debian, apt-get install tesseract-ocr brings it.');
  process.exitCode = 2;
}
