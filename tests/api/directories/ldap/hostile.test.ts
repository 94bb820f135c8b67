import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { TestApp } from '../../../harness/app.ts';
import type { Client } from '../../../harness/client.ts';
import { type Asked, ber, entryOf, message, startHostileServer } from './hostile-server.ts';
import { startDirectoryWorld } from './world.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  ({ app, root } = await startDirectoryWorld());
});
afterAll(() => app?.stop());

/** What the test of a directory says that answers in this way. */
async function tried(people: (asked: Asked) => void) {
  const server = await startHostileServer(people);
  onTestFinished(server.stop);
  const { body } = await root.post('test-ldap', {
    ...{ owner: 'acme', serverName: 'Hostile', directoryType: 'OpenLDAP', baseDn: 'dc=example' },
    ...{ host: '127.0.0.1', port: server.port, encryption: 'None', admin: 'cn=admin', passwd: 'secret' },
  });
  await expect.poll(server.open).toBe(0);
  return body.data;
}

const good = { uid: ['ada'], cn: ['Ada'], entryUUID: ['11111111-1111-1111-1111-111111111111'] };

const broken: Record<string, (asked: Asked) => void> = {
  'an entry that says it is longer than its message': ({ answer }) =>
    answer(Buffer.from([0x64, 0x09, 0x04, 0x01, 0x61, 0x30, 0x84, 0x7f, 0xff, 0xff, 0xff])),
  'an attribute that is a text': ({ answer }) => answer(ber(0x64, ber(0x04, 'a'), ber(0x30, ber(0x04, '\x04\x7f')))),
  'a message that says it has four gigabytes': ({ socket }) =>
    void socket.write(Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 0x02, 0x01, 0x02])),
  'a length without an end': ({ socket }) => void socket.write(Buffer.from([0x30, 0x80, 0x02, 0x01, 0x02])),
  'a page of the web': ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\n\r\n'),
  'a hundred thousand small messages at once': ({ socket, id }) =>
    void socket.write(Buffer.concat(Array.from({ length: 100_000 }, () => message(id, entryOf('', {}))))),
  'a request in place of an answer': ({ answer }) => answer(ber(0x60, ber(0x04, ''))),
};

test.for(Object.entries(broken))(
  '%s ends the connection with a problem, and the server goes on',
  async ([, people]) => {
    const { problem } = await tried(people);
    expect(problem.code).toBe('ldap-broken');
  },
);

test('a directory that sends values without end is stopped, and other requests are answered meanwhile', async () => {
  let sent = 0;
  // Made once: the server's work must not slow the reading down.
  let made: Buffer | undefined;
  const part = (id: number) => {
    made ??= message(id, entryOf('cn=x', { ...good, cn: ['x'.repeat(500_000)] }));
    return made;
  };
  const testing = tried(({ socket, id }) => {
    const send = () => {
      while (!socket.destroyed && socket.write(part(id))) sent++;
      sent++;
    };
    socket.on('drain', send);
    send();
  });
  const health = await root.get('get-account');
  expect(health.status).toBe(200);
  expect((await testing).problem.code).toBe('ldap-broken');
  expect(sent).toBeLessThan(400);
});

test('a message in single bytes is understood', async () => {
  const { problem, people } = await tried(({ socket, id, done }) => {
    socket.setNoDelay(true);
    for (const byte of message(id, entryOf('uid=ada,dc=example', good))) socket.write(Buffer.from([byte]));
    done();
  });
  expect(problem).toBeNull();
  expect(people).toMatchObject([{ name: 'a•••' }]);
});

test('a value that is no text, too long, or has a NUL byte is a problem of its person only', async () => {
  const { people } = await tried(({ answer, done }) => {
    answer(entryOf('uid=ada', good));
    answer(entryOf('uid=nul', { ...good, cn: ['a\0b'] }));
    answer(entryOf('uid=bytes', { ...good, mail: [Buffer.from([0xff, 0xfe, 0xfd])] }));
    answer(entryOf('uid=long', { ...good, title: ['x'.repeat(20_000)] }));
    answer(entryOf('uid=none', { uid: ['none'] }));
    done();
  });
  expect(people.map(({ problem }: { problem?: string }) => problem)).toEqual([
    undefined,
    'ldap-value-unreadable',
    'ldap-value-unreadable',
    'ldap-value-too-long',
    'ldap-no-key',
  ]);
});

test('a directory that falls silent is given up', { timeout: 60_000 }, async () => {
  const { problem } = await tried(() => undefined);
  expect(problem.code).toBe('ldap-slow');
});
