import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '@doorwright/api/db/embedded.ts';
import { connect } from '@doorwright/api/db/knex.ts';
import { makeQuickFolder } from '../../harness/quick-folder.ts';
import { command } from './command.ts';

export interface Database {
  port: number;
  password: string;
  /** The authority that signed its certificate. */
  authority: string;
  stop(): Promise<void>;
}

/** A Postgres outside of the cluster that takes no connection without TLS. Its certificate names this host. */
export async function startDatabase(host: string): Promise<Database> {
  const folder = makeQuickFolder('database');
  // Started by root, Postgres runs as another user.
  chmodSync(folder.dir, 0o755);
  const postgres = await startEmbedded(folder.dir);
  const data = join(folder.dir, 'postgres');
  const [key, certificate] = [join(data, 'server.key'), join(data, 'server.crt')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await command('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', certificate]);
  const { uid, gid } = statSync(data);
  for (const file of [key, certificate]) chownSync(file, uid, gid);
  const rules = join(data, 'pg_hba.conf');
  writeFileSync(rules, readFileSync(rules, 'utf8').replace(/^host\b(?!.*replication)/gm, 'hostssl'));
  const server = connect(postgres.url);
  await server.raw('ALTER SYSTEM SET ssl = on');
  await server.raw('SELECT pg_reload_conf()');
  await server.destroy();
  const { port, password } = new URL(postgres.url);
  return {
    port: Number(port),
    password,
    authority: readFileSync(certificate, 'utf8'),
    async stop() {
      await postgres.stop();
      await folder.remove();
    },
  };
}
