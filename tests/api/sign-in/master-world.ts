import { add, password } from '../../harness/world.ts';
import { signInWorld } from './world.ts';

export const minute = 60_000;
export const master = 'master-of-everything';

/** A world whose organizations have a master password. */
export function masterWorld() {
  const world = signInWorld();

  /** An organization with the users `user-0`, `user-1` …, as many as are guessed at, and with those that sign in. */
  async function addUsers(owner: string, guessed: number, signingIn: readonly number[]): Promise<void> {
    await add(world.root, 'organization', { name: owner, masterPassword: master });
    for (const each of new Set([...Array(guessed).keys(), ...signingIn]))
      await add(world.root, 'user', { owner, name: `user-${each}`, ...(signingIn.includes(each) && { password }) });
  }

  const tries = (organization: string, username: string, tried: string, client = world.from(world.app)) =>
    world.signIn(client, { organization, username, password: tried });

  /** A browser with the device cookies of another one, at its own address. */
  const copyOf = (known: Map<string, string>) => {
    const browser = world.from(world.app);
    for (const [name, value] of known) if (name.includes('device')) browser.cookies.set(name, value);
    return browser;
  };
  return { world, addUsers, tries, copyOf };
}
