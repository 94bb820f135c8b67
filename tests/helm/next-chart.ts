import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declaredKinds } from '../crds/declared-kinds.ts';

/**
 * The chart as the next release may be: every definition also serves v1beta1, which is stored from then on. There is no such
 * release yet, so this one stands in for it; v1beta1 has the schema of v1alpha1, as a version has whose changes are compatible,
 * and needs no webhook to convert.
 */
export async function nextChart(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'doorwright-next-'));
  await cp('helm', path, { recursive: true });
  for (const { plural } of declaredKinds) {
    const file = join(path, 'templates/crds', `${plural}.yaml`);
    await writeFile(file, withNextVersion(await readFile(file, 'utf8')));
  }
  return { path, remove: () => rm(path, { recursive: true }) };
}

function withNextVersion(template: string): string {
  const parts = template.match(/^(.*?\n {2}versions:\n)(.*)(\{\{- end \}\}\n)$/s);
  if (!parts) throw new Error('The template of a definition no longer ends with its versions');
  const [, head = '', version = '', end = ''] = parts;
  const next = version.replace('name: v1alpha1', 'name: v1beta1');
  const present = version.replace('storage: true', 'storage: false');
  return head.replace(/bundle-version: .*/, 'bundle-version: 0.10.0') + present + next + end;
}
