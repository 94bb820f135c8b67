import { join } from 'node:path';
import { type Client, createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { startProcess } from '../../harness/process.ts';

/** The server of a copy of the repository, which migrates a database of its own. */
export async function startServer(folder: string) {
  const database = await createDatabase();
  const server = await startProcess(database.url, {}, [], join(folder, 'api', 'main.ts'));
  return {
    url: server.url,
    async admin(): Promise<Client> {
      const client = createClient(server.url);
      const login = { type: 'login', application: 'app-built-in', organization: 'built-in', username: 'admin' };
      await client.post('login', { ...login, password: adminPassword });
      return client;
    },
    async stop() {
      await server.kill('SIGTERM');
      await database.drop();
    },
  };
}
