import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/features/declared/local-token.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { testKey } from '../../harness/database/template.ts';

/** An api, and a folder with the token for it. */
export interface CommandWorld {
  app: TestApp;
  dir: string;
  /** Settings of `doorwright` for this api. */
  settings: Record<string, string>;
  stop: () => Promise<void>;
}

export async function startCommandWorld(): Promise<CommandWorld> {
  const app = await startApp();
  const dir = mkdtempSync(join(tmpdir(), 'doorwright-command-'));
  writeFileSync(join(dir, 'operator-token'), localToken(createSecretBox([testKey])));
  return {
    app,
    dir,
    settings: { DOORWRIGHT_API_URL: app.url, DOORWRIGHT_DATA_DIR: dir },
    async stop() {
      await app.stop();
      rmSync(dir, { recursive: true });
    },
  };
}
