import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/features/declared/local-token.ts';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { startApp, type TestApp } from '../../../harness/app.ts';
import type { Client } from '../../../harness/client.ts';
import { testKey } from '../../../harness/database/template.ts';
import { add, password } from '../../../harness/world.ts';
import { eventually } from '../../../operator/world/cluster-world.ts';
import { type OperatorProcess, startOperator } from '../../../operator/world/declared-world.ts';

/** The folder of the pages and their files. */
export const recipes = join(import.meta.dirname, '..', '..', '..', '..', 'console', 'guide', 'recipes');

/** What a page says, and what stands for it in a test. */
export type Replaced = readonly (readonly [said: string, meant: string])[];

/** A file of the guide as its reader fills it in. A text that the file does not have is a mistake of the test. */
export function fileOf(name: string, replaced: Replaced): string {
  let text = readFileSync(join(recipes, name), 'utf8');
  for (const [said, meant] of replaced) {
    expect(text, name).toContain(said);
    text = text.replaceAll(said, meant);
  }
  return text;
}

export interface RecipeWorld {
  app: TestApp;
  root: Client;
  /** A folder for files of the program. */
  folder: string;
  /** What the operator wrote for an application of the manifest. */
  connection: (application: string, namespace?: string) => { clientId: string; clientSecret: string };
  stop: () => Promise<void>;
}

/**
 * An installation that has the manifest of a recipe and three people: alice is in the group `admins`, bob in `editors`, and carol in none.
 */
export async function startRecipe(
  manifest: string,
  replaced: Replaced,
  settings: Record<string, string> = {},
): Promise<RecipeWorld> {
  const app = await startApp({ settings });
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-recipe-'));
  const manifests = join(folder, 'manifests');
  mkdirSync(manifests);
  writeFileSync(join(manifests, manifest), fileOf(manifest, replaced));
  writeFileSync(join(folder, 'operator-token'), localToken(createSecretBox([testKey])));
  const operator: OperatorProcess = await startOperator({
    DOORWRIGHT_MANIFESTS: manifests,
    DOORWRIGHT_DATA_DIR: folder,
    DOORWRIGHT_API_URL: app.url,
  });
  const root = await app.admin();
  await eventually(
    () => existsSync(join(folder, 'secrets')) && operator.log.some((line) => line.includes('all Ready')),
    30_000,
  ).catch((error) => {
    throw new Error(`${manifest} is not Ready: ${operator.log.slice(-8).join('\n')}`, { cause: error });
  });
  for (const name of ['alice', 'bob', 'carol'])
    await add(root, 'user', {
      ...{ owner: 'acme', name, displayName: `${name[0]?.toUpperCase()}${name.slice(1)} Example`, password },
      ...{ email: `${name}@acme.example`, emailVerified: true },
    });
  await add(root, 'group', { owner: 'acme', name: 'admins', displayName: 'Administrators', users: ['acme/alice'] });
  await add(root, 'group', { owner: 'acme', name: 'editors', displayName: 'Editors', users: ['acme/bob'] });
  return {
    app,
    root,
    folder,
    connection(application, namespace = 'acme') {
      const { data } = parse(readFileSync(join(folder, 'secrets', namespace, `${application}-oidc.yaml`), 'utf8'));
      const of = (key: string) => Buffer.from(data[key] ?? '', 'base64').toString();
      return { clientId: of('OIDC_CLIENT_ID'), clientSecret: of('OIDC_CLIENT_SECRET') };
    },
    async stop() {
      await operator.stop();
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
