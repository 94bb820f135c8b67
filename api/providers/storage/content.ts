import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Refusal } from '../../core/errors.ts';

type Group = 'picture' | 'media' | 'pdf';

/** Files that browsers show without running anything in them. Browsers save all other files. */
const shown: Record<string, [type: string, group: Group]> = {
  '.png': ['image/png', 'picture'],
  '.jpg': ['image/jpeg', 'picture'],
  '.jpeg': ['image/jpeg', 'picture'],
  '.gif': ['image/gif', 'picture'],
  '.webp': ['image/webp', 'picture'],
  '.avif': ['image/avif', 'picture'],
  '.ico': ['image/x-icon', 'picture'],
  '.mp3': ['audio/mpeg', 'media'],
  '.m4a': ['audio/mp4', 'media'],
  '.wav': ['audio/wav', 'media'],
  '.oga': ['audio/ogg', 'media'],
  '.ogg': ['audio/ogg', 'media'],
  '.flac': ['audio/flac', 'media'],
  '.mp4': ['video/mp4', 'media'],
  '.m4v': ['video/mp4', 'media'],
  '.mov': ['video/quicktime', 'media'],
  '.webm': ['video/webm', 'media'],
  '.ogv': ['video/ogg', 'media'],
  '.pdf': ['application/pdf', 'pdf'],
};

/** Types that no page can load as a script or a style. */
const saved: Record<string, string> = {
  // As a picture in a page, an SVG runs no script. Opened alone, it is saved.
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/plain; charset=utf-8',
};

const ending = (name: string) => extname(name).toLowerCase();

export interface Served {
  type: string;
  /** The browser saves the file instead of showing it. */
  isAttachment: boolean;
}

/** How a file with this name is served. */
export function servedAs(name: string): Served {
  const [type] = shown[ending(name)] ?? [];
  return { type: type ?? saved[ending(name)] ?? 'application/octet-stream', isAttachment: type === undefined };
}

const groups: [RegExp, Group][] = [
  [/^image\/(?!svg)/, 'picture'],
  [/^(audio|video)\//, 'media'],
  [/^application\/pdf$/, 'pdf'],
];

/** The group of the content, without regard to the file's name. */
async function groupOf(path: string): Promise<Group | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path);
  return groups.find(([type]) => found && type.test(found.mime))?.[1];
}

/** The beginning of a file. */
async function headOf(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ length: 1024, position: 0 });
    return buffer.subarray(0, bytesRead).toString();
  } finally {
    await handle.close();
  }
}

const isHtml = async (name: string, path: string) =>
  /^\.html?$/.test(ending(name)) && /^\uFEFF?\s*</.test(await headOf(path));

/** S47: The content must match the name: a name of a picture needs the content of a picture. */
export async function checkContent(name: string, path: string, tag: string): Promise<void> {
  const group = await groupOf(path);
  const [, promised] = shown[ending(name)] ?? [];
  if (promised && promised !== group) throw new Refusal('file-content-differs');
  if (tag === 'avatar' && promised !== 'picture') throw new Refusal('avatar-not-picture');
  if (tag === 'termsOfUse' && !(await isHtml(name, path))) throw new Refusal('terms-not-html');
}
