import { command } from './command.ts';

/** One line for each file of an image: its path, rights, owner and content, but no time. Without what `except` names. */
export async function linesOf(files: string, except: string): Promise<string[]> {
  const script = `cd "$0"
    find . -path "$1" -prune -o -printf '%p %y %m %U:%G %l\\n'
    find . -path "$1" -prune -o -type f -print0 | xargs -0 sha256sum`;
  const lines = (await command('sh', ['-c', script, files, except])).trim().split('\n');
  return lines.sort();
}
