import { createClient } from '../harness/client.ts';
import { cookiesSet } from '../harness/cookies.ts';

/** A browser at a program. It reads the page and uses what it finds there. */
export function createVisitor(origin: string) {
  const browser = createClient(origin);
  const httpOnly = new Set<string>();

  /** Follows redirects inside of the program. Returns the page, or the address that leads away. */
  async function follow(answer: Awaited<ReturnType<typeof browser.get>>): Promise<{ page: string; leaves?: URL }> {
    for (const [name, { attributes }] of cookiesSet(answer))
      if (attributes.some((each) => /^httponly$/i.test(each))) httpOnly.add(name);
    if (answer.status < 300 || answer.status > 399) return { page: answer.text };
    const next = new URL(String(answer.headers.get('location')), origin);
    return next.origin === origin ? follow(await browser.get(next.pathname + next.search)) : { page: '', leaves: next };
  }

  return {
    cookies: browser.cookies,
    /** The names of cookies that scripts cannot read. */
    httpOnly,
    async visit(address: string) {
      const { pathname, search } = new URL(address, origin);
      return follow(await browser.get(pathname + search));
    },
    home: async () => (await follow(await browser.get('/'))).page,
    /** Presses “Sign in”, and returns the request that goes to Doorwright. */
    async presses(): Promise<URL> {
      const { page, leaves: atOnce } = await follow(await browser.get('/'));
      if (atOnce) return atOnce;
      const [, link] = page.match(/<a href="([^"]+)">Sign in</) ?? [];
      const { leaves } = await follow(await browser.get(String(link)));
      if (!leaves) throw new Error(`“Sign in” leads nowhere: ${page}`);
      return leaves;
    },
    /** Presses “Sign out”, and returns the request that goes to Doorwright. */
    async signsOut() {
      const { page } = await follow(await browser.get('/'));
      const form = page.slice(page.indexOf('<form'), page.indexOf('</form>'));
      const [, action] = form.match(/action="([^"]+)"/) ?? [];
      const body = new URLSearchParams();
      for (const [input] of form.matchAll(/<input[^>]*>/g))
        body.append(String(input.match(/name="([^"]+)"/)?.[1]), String(input.match(/value="([^"]+)"/)?.[1]));
      return (await follow(await browser.post(String(action), body))).leaves;
    },
  };
}

export type Visitor = ReturnType<typeof createVisitor>;
