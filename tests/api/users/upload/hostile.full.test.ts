import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cpuSeconds } from '../../../bench/cpu.ts';
import { type Client, createClient } from '../../../harness/client.ts';
import { createDatabase } from '../../../harness/database/database.ts';
import { adminPassword } from '../../../harness/database/template.ts';
import { slownessDuring } from '../../../harness/machine-speed.ts';
import { peakGrowthMiB } from '../../../harness/peak.ts';
import { type ApiProcess, chartFlags, startProcess } from '../../../harness/process.ts';
import { hostileSheets } from './hostile-sheets.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let server: ApiProcess;
let root: Client;
beforeAll(async () => {
  database = await createDatabase();
  server = await startProcess(database.url, {}, chartFlags);
  root = createClient(server.url);
  const body = { type: 'login', application: 'app-built-in', organization: 'built-in', username: 'admin' };
  await root.post('login', { ...body, password: adminPassword });
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await database.drop();
});

async function upload(file: Buffer, name = 'users.xlsx') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), name);
  // Making a file takes seconds, in which the server ends an idle connection. So each upload ends its own.
  return (await root.post('upload-users', form, { headers: { Connection: 'close' } })).body;
}

describe('17.9 a file that would fill the memory is answered within two seconds and 150 MiB', () => {
  test.each(hostileSheets)('a workbook with %s', { timeout: 240_000 }, async (what, make, code) => {
    const pid = Number(server.child.pid);
    const file = make();
    const [cpu, began] = [cpuSeconds(pid), performance.now()];
    let answer: { status?: string; code?: string } = {};
    let growth = 0;
    const slow = await slownessDuring(async () => {
      growth = await peakGrowthMiB(pid, async () => {
        answer = await upload(file);
      });
    });
    const [work, seconds] = [cpuSeconds(pid) - cpu, (performance.now() - began) / 1000];
    console.log(
      `${what}: ${(file.length / 1000).toFixed(1)} kB, ${growth.toFixed(0)} MiB more, ${work.toFixed(2)} s of work on a machine ${slow.toFixed(2)} times slow, answered in ${seconds.toFixed(2)} s`,
    );
    expect(answer.code ?? answer.status).toBe(code);
    expect(growth).toBeLessThan(150);
    // The processor time of the server alone. Other programs do not count, except that they make a processor slower.
    expect(work / slow).toBeLessThan(2);
  });
});
