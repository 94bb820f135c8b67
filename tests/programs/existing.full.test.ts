import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { existingPrograms } from './existing-programs.ts';
import { type Started, startProgram } from './started.ts';
import { createVisitor } from './visitor.ts';
import { createProgramWorld, type ProgramWorld, signsIn, stackOf } from './world.ts';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The section “In a program that exists” of a page of the guide, done in a small program. */
describe.each(Object.entries(existingPrograms))('a program of %s that exists', (name, { files, commands }) => {
  const stack = stackOf(name);
  let world: ProgramWorld;
  let program: Started;
  let origin: string;
  beforeAll(async () => {
    world = await createProgramWorld(stack);
    origin = new URL(world.values.redirectUri).origin;
    program = await startProgram({ ...stack, files: [] }, world.values, {
      commands,
      files,
      prepare: (folder) => {
        if (name === 'express') symlinkSync(packages, join(folder, 'node_modules'));
      },
      withinMs: 600_000,
    });
  }, 900_000);
  afterAll(async () => {
    await program?.stop();
    await world?.app.stop();
  });

  test('signs a person in and out, and keeps its own pages', async () => {
    const visitor = createVisitor(origin);
    expect(await signsIn(world, visitor), program.output()).toMatch('Shop of Alice Liddell');
    expect((await visitor.visit('/orders')).page).toMatch('Orders of Alice Liddell');
    const leaves = await visitor.signsOut();
    expect(leaves?.href, program.output()).toMatch(`${world.app.url}/`);
    expect(leaves?.searchParams.has('id_token_hint')).toBe(true);
    expect(await visitor.home()).toMatch('>Sign in<');
  });

  test('refuses a visitor its protected page', async () => {
    const { page, leaves } = await createVisitor(origin).visit('/orders');
    expect(page).not.toMatch('Orders of');
    if (!leaves) expect(page).toMatch('>Sign in<');
    else expect(leaves.origin).toBe(world.app.url);
  });
});
