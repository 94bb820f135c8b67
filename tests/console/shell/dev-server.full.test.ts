import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { freePort } from '../../harness/cluster/ports.ts';
import { adminPassword } from '../../harness/database/template.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('the development server of the console signs in at its own address, beside an api', async () => {
  const port = String(await freePort());
  const env = { ...process.env, DOORWRIGHT_API_URL: app.url };
  const vite = spawn('node_modules/.bin/vite', ['console', '--port', port, '--strictPort'], { env, stdio: 'ignore' });
  const ended = once(vite, 'exit');
  const origin = `http://localhost:${port}`;
  try {
    const page = () =>
      fetch(origin, { headers: { Accept: 'text/html' } }).then(
        (answer) => answer.text(),
        () => '',
      );
    await expect.poll(page, { timeout: 60_000 }).toContain('/@vite/client');
    const answer = await fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
      body: JSON.stringify({
        type: 'login',
        application: 'app-built-in',
        organization: 'built-in',
        username: 'admin',
        password: adminPassword,
      }),
    });
    expect(await answer.json()).toMatchObject({ status: 'ok' });
    // The sign-in page comes from the api, not from another copy of the console.
    const door = await fetch(`${origin}/login`, { headers: { Accept: 'text/html' } });
    expect(await door.text()).not.toContain('/@vite/client');
  } finally {
    vite.kill('SIGTERM');
    await ended;
  }
});
