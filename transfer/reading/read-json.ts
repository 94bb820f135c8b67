import { readFile } from 'node:fs/promises';
import { BrokenSource } from '../contract.ts';
import { brokenFile } from './broken-file.ts';

function errorOf(text: string): Error | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Tells whether only the rest is missing. A text that is broken before its end is broken with any rest. */
function isBrokenBefore(text: string): boolean {
  const { message = '' } = errorOf(text) ?? {};
  const position = message.match(/at position (\d+)/)?.[1];
  if (message === '' || /end of JSON|Unterminated string/.test(message)) return false;
  return position === undefined || Number(position) < text.trimEnd().length;
}

/** The first line that breaks the form. Errors of Node do not always have a position, so the lines are halved again and again. */
function brokenLine(text: string): number {
  const lines = text.split('\n');
  let [low, high] = [1, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBrokenBefore(lines.slice(0, middle).join('\n'))) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A text of JSON. An error names the file and the line, and never the text: it can have secrets. */
export function parseJson(text: string, place: string): unknown {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(plain);
  } catch {
    throw new BrokenSource(`${place} is no JSON: line ${brokenLine(plain)} breaks its form.`);
  }
}

export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw brokenFile(path, error);
  });
  return parseJson(text, path);
}

/** The content of a file, or undefined if it is absent or no JSON: then another format may know it. */
export async function readJsonIfAny(path: string): Promise<unknown> {
  if (!/\.json$/i.test(path)) return;
  try {
    return await readJson(path);
  } catch (error) {
    if (error instanceof BrokenSource) return;
    throw error;
  }
}
