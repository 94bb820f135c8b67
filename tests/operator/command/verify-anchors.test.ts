import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compactVerify, createLocalJWKSet } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { password } from '../../harness/world.ts';
import {
  anchorFile,
  anchorPlace,
  type ChainWorld,
  lastAnchor,
  lastHead,
  signedElsewhere,
  startChainWorld,
} from './chain-world.ts';

let world: ChainWorld;
beforeAll(async () => {
  world = await startChainWorld();
}, 120_000);
afterAll(() => world?.stop());
afterEach(() => world.restore());

const cases: Record<string, { what: string; tamper: () => Promise<unknown> }> = {
  '35.13 the removed last heads with their records, where the anchors stayed': {
    what: 'head-missing',
    tamper: () => world.cutEnd({ anchors: false }),
  },
  '35.13 the removed last anchors, where the heads stayed': {
    what: 'head-unanchored',
    tamper: () => world.anchorsFrom(lastAnchor).delete(),
  },
  '35.13 a removed anchor between others': { what: 'anchor-missing', tamper: () => world.anchor(2).delete() },
  '35.13 an anchor with another number of records': {
    what: 'anchor-changed',
    tamper: () => world.anchor(2).update({ records: 1 }),
  },
  '35.13 an anchor whose list of heads is no list': {
    what: 'anchor-changed',
    tamper: () => world.anchor(2).update({ heads: 'nothing' }),
  },
  '35.13 an anchor that does not follow from the one before': {
    what: 'anchor-unlinked',
    tamper: () => world.anchor(2).update({ previous: 'elsewhere' }),
  },
  '35.13 a signature of another anchor': {
    what: 'signature-wrong',
    tamper: async () => world.anchor(2).update({ signature: (await world.anchor(1).first('signature')).signature }),
  },
};

test.each(Object.entries(cases))('verify-records finds %s', async (_, { what, tamper }) => {
  await tamper();
  expect(await world.found()).toContain(what);
});

describe('35.13 verify-records finds a cut end of everything', () => {
  let anchored: string;
  beforeAll(async () => {
    anchored = (await world.anchor(lastAnchor).first('signature')).signature;
  });

  test('not without an anchor, and says so', async () => {
    await world.cutEnd();
    const said = await world.verify();
    expect(said).toMatchObject({ code: 0, stdout: '' });
    expect(said.stderr).toContain('No anchor was given.');
  });

  test('with an anchor in a file, whatever else the file contains', async () => {
    const file = await anchorFile(`<110>1 - - doorwright - anchor [anchor@32473 signature="${anchored}"] anchor`);
    const before = await world.verify('--anchor', file);
    expect(before).toMatchObject({ code: 0, stdout: '' });
    expect(before.stderr).toContain(`Anchor ${lastAnchor} was compared.`);
    await world.cutEnd();
    expect(await world.troubles('--anchor', file)).toEqual(['anchor-missing']);
    expect(await world.troubles('--anchor', file, '--organization', 'acme')).toEqual(['anchor-missing']);
  });

  test('with an anchor at an address', async () => {
    const server = createServer((_req, res) => void res.end(JSON.stringify({ data: { signature: anchored } })));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await world.cutEnd();
    const { port } = server.address() as AddressInfo;
    expect(await world.troubles('--anchor', `http://127.0.0.1:${port}/anchor`)).toEqual(['anchor-missing']);
    server.close();
  });

  test('also if the api sealed new records in the place of those that were cut', async () => {
    const file = await anchorFile(anchored);
    await world.cutEnd();
    await world.write('afterwards');
    await world.seal();
    expect(await world.troubles()).toEqual([]);
    expect(await world.troubles('--anchor', file)).toEqual(['anchor-differs']);
  });

  test('with the anchor that an earlier run kept', async () => {
    const file = await anchorPlace();
    expect((await world.verify('--keep', file)).code).toBe(0);
    expect((await readFile(file, 'utf8')).trim()).toBe(anchored);
    await world.cutEnd();
    expect(await world.troubles('--keep', file)).toEqual(['anchor-missing']);
    // A run that finds something keeps what it was compared with.
    expect((await readFile(file, 'utf8')).trim()).toBe(anchored);
  });
});

test('35.13 a text without an anchor of this installation stops the command', async () => {
  const foreign = await signedElsewhere(JSON.stringify({ anchor: 1, digest: 'one' }));
  const { signature: ofHead } = await world.head(lastHead).first('signature');
  for (const text of ['', 'eyJhbGciOiJub25lIn0.eyJhbmNob3IiOjF9.AAAA', foreign, ofHead]) {
    const file = await anchorFile(text);
    const said = await world.verify('--anchor', file);
    expect(said).toMatchObject({ code: 1, stderr: `${file} contains no anchor of this installation.\n` });
  }
  expect((await world.verify('--anchor', '/nowhere/anchor')).code).toBe(1);
});

test('35.13 an anchor of a key that the installation does not know any more, unless it is in the chain', async () => {
  const formerly = async (claims: object) =>
    anchorFile(await signedElsewhere(JSON.stringify(claims), { kid: 'former' }));
  const { digest } = await world.anchor(2).first('digest');
  expect(await world.troubles('--anchor', await formerly({ anchor: 2, digest }))).toEqual([]);
  const unproved = await formerly({ anchor: 2, digest: 'another' });
  expect(await world.troubles('--anchor', unproved)).toEqual(['anchor-key-unknown']);
  const { stderr } = await world.verify('--anchor', unproved);
  expect(stderr).toContain('No key of today verifies anchor 2, so nothing shows whether the api signed it.');
  expect(stderr).toContain('No anchor of a key of today was given.');
  expect(stderr).not.toContain('was compared');
});

test('35.13 administrators read heads of their organization and the keys, and global ones read anchors', async () => {
  const admin = await world.app.signedIn('acme', 'adam', password);
  const { data: newest } = (await admin.get('get-record-head')).body;
  const { data: keys } = (await world.app.anonymous.get('get-record-keys')).body;
  const { payload } = await compactVerify(newest.signature, createLocalJWKSet(keys));
  expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({ organization: 'acme', digest: newest.digest });
  expect(JSON.stringify(keys)).not.toContain('"d"');
  expect((await admin.get('get-record-anchor')).body.code).toBe('unauthorized');
  expect((await world.app.anonymous.get('get-record-anchor')).body.code).toBe('sign-in-first');
  const { data: anchored } = (await world.root.get('get-record-anchor')).body;
  const signed = await compactVerify(anchored.signature, createLocalJWKSet(keys));
  const { number, digest, records, toId } = anchored;
  expect(JSON.parse(Buffer.from(signed.payload).toString())).toMatchObject({ anchor: number, digest, records, toId });
  expect((await admin.get('get-record-head', { owner: 'globex' })).body.code).toBe('unauthorized');
});
