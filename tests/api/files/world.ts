import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../harness/app.ts';
import type { Answered, Client } from '../../harness/client.ts';
import { add, createTenant } from '../../harness/world.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const picture = Buffer.from(png, 'base64');

export interface Sent {
  path: string;
  content?: Buffer | string;
  query?: Record<string, string>;
  fields?: Record<string, string>;
}

/** Sends a file as the console and clients of Casdoor 2022 do, with its description in the address or in the form. */
export function send(client: Client, { path, content = picture, query = {}, fields = {} }: Sent): Promise<Answered> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'from my disk.bin');
  return client.post('upload-resource', form, { query: { fullFilePath: path, ...query } });
}

interface Read {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  content: Buffer;
}

/** Requests a file by its literal path, which `fetch` would normalize. */
export const read = (origin: string, path: string, headers: Record<string, string> = {}): Promise<Read> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    request({ hostname, port, path, headers }, async (res) => {
      const chunks: Buffer[] = await res.toArray();
      resolve({ status: res.statusCode, headers: res.headers, content: Buffer.concat(chunks) });
    })
      .on('error', reject)
      .end();
  });

/** Two organizations whose applications store files on the disk. */
export async function startFiles(settings: Record<string, string> = {}, now?: () => Date) {
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-files-'));
  const app = await startApp({ settings: { DOORWRIGHT_DATA_DIR: folder, ...settings }, ...(now && { now }) });
  const root = await app.admin();
  const disk = { category: 'Storage', type: 'Local File System' };
  await add(root, 'provider', { name: 'disk', ...disk });
  const tenant = async (name: string) => {
    const made = await createTenant(app, root, name);
    await root.post('update-application', { providers: [{ name: 'disk' }] }, { query: { id: `admin/app-${name}` } });
    return made;
  };
  return {
    app,
    root,
    acme: await tenant('acme'),
    globex: await tenant('globex'),
    row: (owner: string, name: string) => app.store('resource').find(app.db, owner, name),
    /** All files in the folder of uploads. */
    onDisk: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile())
        .toSorted(),
    async stop() {
      await app.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

export type Files = Awaited<ReturnType<typeof startFiles>>;
