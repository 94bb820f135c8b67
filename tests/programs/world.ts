import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { ProgramValues, Stack } from '@doorwright/programs/stacks.ts';
import { stacks } from '@doorwright/programs/stacks.ts';
import { freePort } from '../harness/cluster/ports.ts';
import { add, password } from '../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld, signInAt } from '../protocol/world.ts';
import type { Visitor } from './visitor.ts';

export const stackOf = (name: string): Stack => {
  const stack = stacks.find((each) => each.name === name);
  if (!stack) throw new Error(`no stack ${name}`);
  return stack;
};

/** Each syntax of env files gives one of these characters a meaning. */
const hardSecret = `it's $HOME "a" $` + '{HOME} #1 %41=+&';

export interface ProgramWorld extends ProtocolWorld {
  values: ProgramValues;
}

/** A server with an application for a program of this stack on a free port. Its users are alice and bob. */
export async function createProgramWorld(stack: Stack): Promise<ProgramWorld> {
  const world = await createProtocolWorld();
  await add(world.root, 'user', { owner: 'acme', name: 'bob', displayName: 'Bob <i>Builder</i>', password });
  const redirectUri = stack.redirectUri.replace(stack.origin, `http://localhost:${await freePort()}`);
  const isPublic = stack.kind === 'single-page';
  const { clientId, clientSecret } = await world.application(`app-${stack.name}`, {
    redirectUris: [redirectUri],
    clientSecret: hardSecret,
    // As a new application has it: some libraries take RS256 alone unless they are told.
    cert: 'cert-built-in',
    ...(isPublic && { clientType: 'public' as Application['clientType'] }),
  });
  const values = { issuer: world.app.url, clientId, redirectUri, ...(!isPublic && { clientSecret }) };
  return { ...world, values };
}

/** Signs a user in for the request of a program. Returns the address of its callback. */
export async function backFrom({ app }: ProtocolWorld, request: URL, username = 'alice'): Promise<string> {
  const browser = app.client();
  const asked = await browser.get(request.pathname + request.search);
  const { body } = await signInAt(browser, new URL(String(asked.headers.get('location')), app.url), username);
  if (body.status !== 'ok') throw new Error(`${body.msg} ${app.logged.at(-1) ?? ''}`);
  return String(body.data2);
}

/** The whole way: “Sign in”, the page of Doorwright, and back. Returns the page after it. */
export async function signsIn(world: ProtocolWorld, visitor: Visitor, username?: string): Promise<string> {
  return (await visitor.visit(await backFrom(world, await visitor.presses(), username))).page;
}
