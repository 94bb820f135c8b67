import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../harness/cluster/ports.ts';
import { type Started, startProgram } from '../../programs/started.ts';
import { stackOf } from '../../programs/world.ts';
import { createBrowser } from './world/browser.ts';
import { fileOf, type RecipeWorld, startRecipe } from './world/world.ts';

let world: RecipeWorld;
let program: Started;
let shop: string;
beforeAll(async () => {
  shop = `http://localhost:${await freePort()}`;
  world = await startRecipe('spring-boot.yaml', [['https://shop.example.com', shop]]);
  const redirectUri = `${shop}/login/oauth2/code/doorwright`;
  program = await startProgram(
    stackOf('spring-boot'),
    { issuer: world.app.url, ...world.connection('shop'), redirectUri },
    {
      withinMs: 600_000,
      files: {
        'src/main/java/com/example/program/Groups.java': fileOf('spring-boot-Groups.java', []),
        'src/main/resources/application.yaml': fileOf('spring-boot-application.yaml', []),
      },
    },
  );
}, 900_000);
afterAll(async () => {
  await program?.stop();
  await world?.stop();
});

async function pagesOf(person: string) {
  const browser = createBrowser(world, person);
  const { text } = await browser.open(`${shop}/oauth2/authorization/doorwright`);
  expect(text, program.output().slice(-3000)).toContain('>Sign out<');
  const status = async (path: string) => (await browser.open(`${shop}${path}`)).status;
  return { admin: await status('/admin'), drafts: await status('/drafts') };
}

test('a group of Doorwright decides which pages a person may open', async () => {
  expect(await pagesOf('alice')).toEqual({ admin: 200, drafts: 200 });
  expect(await pagesOf('bob')).toEqual({ admin: 403, drafts: 200 });
  expect(await pagesOf('carol')).toEqual({ admin: 403, drafts: 403 });
});
