import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorToken } from '../../declared/operator.ts';
import type { Client } from '../../harness/client.ts';
import { doorwrightHere, type Said } from '../../operator/command/command.ts';

/** The command beside an api, as an administrator runs it. */
export function commandFor(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-moving-'));
  writeFileSync(join(folder, 'operator-token'), operatorToken);
  const settings = { DOORWRIGHT_API_URL: url, DOORWRIGHT_DATA_DIR: folder };
  return {
    folder,
    settings,
    run: (...args: string[]): Promise<Said> => doorwrightHere(args, settings),
    stop: () => rmSync(folder, { recursive: true }),
  };
}

/** The counts of an import by kind: added, same, kept, refused. */
export function countsIn({ stdout }: Said): Record<string, number[]> {
  const rows = stdout.split('\n').flatMap((line) => {
    const [kind = '', ...numbers] = line.trim().split(/\s+/);
    return numbers.length === 4 && numbers.every((each) => /^\d+$/.test(each)) ? [[kind, numbers.map(Number)]] : [];
  });
  return Object.fromEntries(rows);
}

/** Signs in at an application as its page does, with a code of an app if one is asked for. */
export async function signsIn(
  browser: Client,
  form: { application: string; organization: string; username: string; password: string },
  query: Record<string, string> = {},
) {
  return (await browser.post('login', { type: Object.keys(query).length > 0 ? 'code' : 'login', ...form }, { query }))
    .body;
}
