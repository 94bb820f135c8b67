import { expect, test } from 'vitest';
import { testSignIn } from './sign-in.ts';
import { startProgram } from './started.ts';
import { createVisitor } from './visitor.ts';
import { createProgramWorld, signsIn, stackOf } from './world.ts';

const django = stackOf('django');

testSignIn(django, { withinMs: 600_000 });

test('the program refuses the ID token of another issuer than its own, even if the server names that issuer', async () => {
  const world = await createProgramWorld(django);
  const { issuer, redirectUri } = world.values;
  const other = issuer.includes('127.0.0.1')
    ? issuer.replace('127.0.0.1', 'localhost')
    : issuer.replace('localhost', '127.0.0.1');
  const program = await startProgram(django, { ...world.values, issuer: other }, { withinMs: 600_000 });
  const visitor = createVisitor(new URL(redirectUri).origin);
  expect(await signsIn(world, visitor), program.output()).toMatch("Invalid claim: 'iss'");
  expect(await visitor.home()).toMatch('>Sign in<');
  await program.stop();
  await world.app.stop();
}, 900_000);
