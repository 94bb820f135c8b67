import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { type ApiProcess, startProcess } from '../../harness/process.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let api: ApiProcess;
let admin: Client;
beforeAll(async () => {
  database = await createDatabase();
  api = await startProcess(database.url, {}, [], fileURLToPath(import.meta.resolve('./faulty-server.ts')));
  admin = createClient(api.url);
  const login = { type: 'login', application: 'app-built-in', organization: 'built-in', username: 'admin' };
  expect((await admin.post('login', { ...login, password: adminPassword })).body.status).toBe('ok');
});
afterAll(async () => {
  await api.kill('SIGTERM');
  await database.drop();
});

const escaped = async () => Number(await (await fetch(`${api.url}/escaped`)).text());

interface Answer {
  status?: number | undefined;
  text: string;
}

/** Asks over a connection of its own, because an error may end the connection. */
function ask(path: string, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const asked = request(`${api.url}${path}`, { method: 'POST', agent: false, signal });
    asked.once('error', () => resolve({ text: '' }));
    asked.once('response', (response) => {
      const { statusCode: status } = response;
      text(response).then(
        (whole) => resolve({ status, text: whole }),
        () => resolve({ status, text: 'cut' }),
      );
    });
    asked.end('body');
  });
}

/** The answer to a request that causes one escaped error. Without an answer, it ends when the error has been counted. */
async function answerTo(path: string): Promise<Answer> {
  const before = await escaped();
  const ended = new AbortController();
  const answered = ask(path, ended.signal);
  await expect.poll(escaped, { timeout: 10_000 }).toBe(before + 1);
  if (unanswered.includes(path)) ended.abort();
  return answered;
}

/** Node does not say which request caused these errors, so nobody can answer it. */
const unanswered = ['/faults/body-end', '/faults/notice', '/faults/notice-of-others'];

const failed = { status: 500, text: expect.stringContaining('"code":"internal"') };

describe('35.0 an error that escapes is counted and logged, the server goes on, and', () => {
  test.each([
    'promise',
    'timer',
    'async-timer',
    'immediate',
    'tick',
    'microtask',
    'body-stream',
    'statement',
    'thread',
    'no-error',
    'async-provider',
  ])('its request gets one answer: %s', async (sort) => {
    expect(await answerTo(`/faults/${sort}`)).toEqual(failed);
  });

  test.each(['answer-twice', 'answer-closed'])('an answer that was sent stays whole: %s', async (sort) => {
    expect((await answerTo(`/faults/${sort}`)).status).toBe(200);
  });

  test.each(['after-the-head', 'event-timer'])('an answer that was begun is cut: %s', async (sort) => {
    expect((await answerTo(`/faults/${sort}`)).text).toBe('cut');
  });

  test('an event stream ends', async () => {
    expect(await answerTo('/faults/event-stream')).toEqual({ status: 200, text: 'retry: 1000\n\n' });
  });

  test.each(unanswered)('others go on: %s', async (path) => {
    await answerTo(path);
  });

  test.each(['/middleware', '/faults/route', '/faults/async-route', '/faults/provider'])(
    'one that reaches its route is answered there: %s',
    async (path) => {
      const before = await escaped();
      const response = await fetch(`${api.url}${path}`, { method: 'POST' });
      expect({ status: response.status, text: await response.text() }).toEqual(failed);
      expect(await escaped()).toBe(before);
    },
  );
});

test('35.0 after an escaped error the same process serves the same session, and its log has the error with the request', async () => {
  await answerTo('/faults/timer');
  expect((await admin.get('get-account')).body).toMatchObject({ status: 'ok', name: 'admin' });
  expect(api.child.exitCode).toBeNull();
  expect(api.output()).toMatch(
    /"message":"a mistake of the program".*"origin":"uncaughtException".*An error escaped, and the server goes on/,
  );
});
