import { createHash } from 'node:crypto';
import { isInjection } from 'light-my-request';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { paragraph } from './draw-page.ts';
import { pagePolicy } from './page-style.ts';
import { button, draw } from './pages.ts';

const script = 'document.forms[0].submit()';

const policy = pagePolicy.replace(
  "script-src 'self'",
  `$& 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
);

/** The form with its hidden fields, as the library writes it into a page of its own, before what it tells who has no script. */
const formIn = (page: unknown): string | undefined =>
  typeof page === 'string' ? page.match(/<form (method="post" action="[^"]*">[\s\S]*?)<noscript>/)?.[1] : undefined;

/**
 * What the library posts to go on – an answer to a client's form, the code of a device from a link – it posts from a bare page
 * in English. It is seen for as long as the next page takes, or for ever without a script; so ours stands in its place.
 */
export function drawPostingPages(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    // What is asked from within no one sees: the sign-in page sends that form itself.
    const form = isInjection(ctx.req) ? undefined : formIn(ctx.body);
    if (!form) return;
    await draw(ctx as unknown as KoaContextWithOIDC, ({ say }) => ({
      title: say('goingOn'),
      body: `${paragraph(say('goingOnText'))}<form id="posted" ${form}</form><script>${script}</script>
<p class="actions">${button(say('continue'), 'class="main" form="posted"')}</p>`,
    }));
    ctx.set('Content-Security-Policy', policy);
  });
}
