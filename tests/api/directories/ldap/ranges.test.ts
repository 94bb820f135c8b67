import { expect, onTestFinished, test } from 'vitest';
import { entryOf, startHostileServer } from './hostile-server.ts';
import { open, readAll, sourceAt } from './opened.ts';

const guid = (last: number) => Buffer.from([...Array(15).fill(7), last]);
const memberOf = (index: number) => `CN=p${index},DC=example`;

/** Samba sends all members at once, so this answers as Active Directory does with many. */
test('the members of a large group come in ranges, and each of them is in the group', async () => {
  const server = await startHostileServer(
    ({ bytes, answer, done }) => {
      const asked = bytes.toString('latin1');
      const group = { cn: ['crowd'], objectGUID: [guid(1)], member: [] };
      if (asked.includes('member;range=4-*'))
        answer(entryOf('CN=crowd,DC=example', { 'member;range=4-*': [memberOf(4)] }));
      else if (asked.includes('member;range=2-*'))
        answer(entryOf('CN=crowd,DC=example', { 'member;range=2-3': [memberOf(2), memberOf(3)] }));
      else if (asked.includes('sAMAccountName'))
        for (let index = 0; index < 6; index++)
          answer(entryOf(memberOf(index), { sAMAccountName: [`p${index}`], objectGUID: [guid(index + 10)] }));
      else answer(entryOf('CN=crowd,DC=example', { ...group, 'member;range=0-1': [memberOf(0), memberOf(1)] }));
      done();
    },
    { opening: 1 },
  );
  onTestFinished(server.stop);
  const at = { port: server.port, tlsPort: 0, caCertificate: '' } as never;
  const source = sourceAt(at, { host: '127.0.0.1', encryption: 'None', directoryType: 'Active Directory' });
  const { people } = await readAll(await open({ ...source, baseDn: 'DC=example' }));
  expect(people.map(({ fields, groups }) => [fields.name, groups])).toEqual([
    ...Array.from({ length: 5 }, (_, index) => [`p${index}`, ['crowd']]),
    ['p5', []],
  ]);
});
