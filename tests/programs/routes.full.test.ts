import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@doorwright/programs/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routePrograms } from './route-programs.ts';
import { type Started, startProgram } from './started.ts';
import { createVisitor } from './visitor.ts';
import { backFrom, createProgramWorld, type ProgramWorld, signsIn, stackOf } from './world.ts';

const folder = fileURLToPath(new URL('../../programs/routes/', import.meta.url));

/** What the pages of these libraries say, whatever the fault is. */
const ownPages: Readonly<Record<string, string>> = {
  'spring-boot': 'Invalid credentials',
  nextjs: 'Try signing in with a different account.',
};

/** Each short file of `doorwright add` in the smallest program that uses it as its sentence says. */
describe.each(Object.entries(routePrograms))('the file for %s', (name, { files, commands }) => {
  const route = routes.find(({ stack }) => stack === name);
  const stack = { ...stackOf(name), ...(route?.redirectUri && { redirectUri: route.redirectUri }) };
  let world: ProgramWorld;
  let program: Started;
  let origin: string;
  beforeAll(async () => {
    world = await createProgramWorld(stack);
    origin = new URL(world.values.redirectUri).origin;
    program = await startProgram({ ...stack, files: [] }, world.values, {
      commands,
      files,
      prepare: (target) => cpSync(join(folder, name), target, { recursive: true }),
      withinMs: 600_000,
    });
  }, 900_000);
  afterAll(async () => {
    await program?.stop();
    await world?.app.stop();
  });

  test('signs people in, each in their own session', async () => {
    const [alices, bobs] = [createVisitor(origin), createVisitor(origin)];
    expect(await signsIn(world, alices), program.output()).toMatch('Hello Alice Liddell');
    expect(await signsIn(world, bobs, 'bob'), program.output()).toMatch('Hello Bob');
    expect(await alices.home()).toMatch('Hello Alice Liddell');
  });

  test('S32 refuses a callback of another visitor', async () => {
    const [own, other] = [createVisitor(origin), createVisitor(origin)];
    const back = await backFrom(world, await own.presses());
    await other.presses();
    await other.visit(back);
    expect(await other.home()).not.toMatch('Hello');
  });

  test.runIf(name === 'django')('has what a view for the sign-out needs', async () => {
    const visitor = createVisitor(origin);
    await signsIn(world, visitor);
    const leaves = await visitor.signsOut();
    expect(leaves?.origin).toBe(world.values.issuer);
    expect(leaves?.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect(await visitor.home()).not.toMatch('Hello');
  });

  test('says that a sign-in with a wrong secret did not succeed, and shows no code of the program', async () => {
    const query = { id: `admin/app-${name}` };
    const { body } = await world.root.post(
      'update-application',
      { clientSecret: 'another-secret-than-before' },
      { query },
    );
    expect(body.status, body.msg).toBe('ok');
    const visitor = createVisitor(origin);
    const page = await signsIn(world, visitor);
    expect(page).toMatch(ownPages[name] ?? 'client authentication failed');
    expect(page).not.toMatch(/Traceback|node_modules/);
    expect(await visitor.home()).not.toMatch('Hello');
  });
});
