import type { Stack } from '@doorwright/programs/stacks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Started, startProgram } from './started.ts';
import { createVisitor } from './visitor.ts';
import { backFrom, createProgramWorld, type ProgramWorld, signsIn } from './world.ts';

type Run = Parameters<typeof startProgram>[2];

/** The promises that the program of every stack with a server keeps. */
export function testSignIn(stack: Stack, run?: Run | (() => Promise<Run>)) {
  let world: ProgramWorld;
  let program: Started;
  let origin: string;
  beforeAll(async () => {
    const how = typeof run === 'function' ? await run() : run;
    world = await createProgramWorld(stack);
    origin = new URL(world.values.redirectUri).origin;
    program = await startProgram(stack, world.values, how);
  }, 900_000);
  afterAll(async () => {
    await program?.stop();
    await world?.app.stop();
  });

  test(`${stack.title}: a person signs in, and sees their name and claims`, async () => {
    const visitor = createVisitor(origin);
    const page = await signsIn(world, visitor);
    expect(page, program.output()).toMatch('Alice Liddell');
    expect(page).toMatch('>Sign out<');
    expect(page).toMatch('alice@acme.example');
    expect(page).toMatch(world.values.clientId);
    expect(await visitor.home()).toMatch('Alice Liddell');
  });

  test(`${stack.title}: the request has state, nonce and a challenge, which are new each time`, async () => {
    const visitor = createVisitor(origin);
    const [first, second] = [await visitor.presses(), await visitor.presses()];
    expect(first.searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(String(first.searchParams.get(name)).length, name).toBeGreaterThan(15);
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
    }
  });

  test(`${stack.title}: two visitors at once get their own sessions, and a name is text`, async () => {
    const [alices, bobs] = [createVisitor(origin), createVisitor(origin)];
    const [first, second] = [await alices.presses(), await bobs.presses()];
    const [alice, bob] = [await backFrom(world, first), await backFrom(world, second, 'bob')];
    const page = (await bobs.visit(bob)).page;
    expect(page, program.output()).toMatch('Builder');
    expect(page).not.toMatch('<i>');
    expect((await alices.visit(alice)).page).toMatch('Alice Liddell');
    expect(await bobs.home()).toMatch('Builder');
  });

  test(`S32 ${stack.title}: a callback of another visitor, a second time or without a sign-in is refused`, async () => {
    const [own, other, stranger] = [createVisitor(origin), createVisitor(origin), createVisitor(origin)];
    const back = await backFrom(world, await own.presses());
    await other.presses();
    for (const visitor of [other, stranger]) {
      expect((await visitor.visit(back)).page).not.toMatch('Alice');
      expect(await visitor.home()).toMatch('>Sign in<');
    }
    expect((await own.visit(back)).page).toMatch('Alice Liddell');
    await other.visit(back);
    expect(await other.home()).toMatch('>Sign in<');
  });

  test(`${stack.title}: a sign-in gives the browser another session, whose cookie scripts cannot read`, async () => {
    const visitor = createVisitor(origin);
    const request = await visitor.presses();
    const before = new Map(visitor.cookies);
    await visitor.visit(await backFrom(world, request));
    expect([...visitor.cookies].filter(([name, value]) => before.get(name) !== value)).not.toEqual([]);
    const stolen = createVisitor(origin);
    for (const [name, value] of before) stolen.cookies.set(name, value);
    expect(await stolen.home()).toMatch('>Sign in<');
    expect([...visitor.httpOnly]).toEqual(expect.arrayContaining([...before.keys()]));
  });

  test(`S19 ${stack.title}: a form of another site, which comes without the cookie, deletes no cookie`, async () => {
    const answer = await fetch(`${origin}/sign-out`, { method: 'POST', redirect: 'manual' });
    expect(answer.headers.getSetCookie().join('\n')).not.toMatch(/max-age=0|expires=thu, 01 jan 1970/i);
  });

  test(`${stack.title}: a person who signs out is signed out here and at Doorwright`, async () => {
    const visitor = createVisitor(origin);
    await signsIn(world, visitor);
    const leaves = await visitor.signsOut();
    expect(leaves?.href, program.output()).toMatch(`${world.app.url}/`);
    expect(leaves?.searchParams.has('id_token_hint')).toBe(true);
    const answer = await world.app.anonymous.get(String(leaves?.pathname) + leaves?.search);
    expect(answer.status).toBeLessThan(400);
    expect(await visitor.home()).toMatch('>Sign in<');
  });
}
