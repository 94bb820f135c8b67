import escapeHtml from 'escape-html';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isCall } from '../calls.ts';
import { clientAnswerOf } from '../client-answer.ts';
import { paragraph } from './draw-page.ts';
import type { Words } from './page-words.ts';
import { button, draw } from './pages.ts';

export const postingScript = 'document.forms[0].submit()';

type Fields = Readonly<Record<string, string>>;

const inputs = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');

/** The body of a page that posts a form, by its script or by its button. */
export const postingBody = (words: Pick<Words, 'say'>, address: string, fields: Fields): string =>
  bodyAround(words, `<form id="posted" method="post" action="${escapeHtml(address)}">${inputs(fields)}</form>`);

/** The same around a form with the id `posted` that is there already. */
export const bodyAround = ({ say }: Pick<Words, 'say'>, form: string): string =>
  `${paragraph(say('goingOnText'))}${form}
<script>${postingScript}</script><p class="actions">${button(say('continue'), 'class="main" form="posted"')}</p>`;

async function drawForm(ctx: KoaContextWithOIDC, address: string, fields: Fields): Promise<void> {
  await draw(ctx, (words) => ({
    ...{ title: words.say('goingOn'), body: postingBody(words, address, fields) },
    script: postingScript,
  }));
}

/** The forms that post an answer to a client, or that the library posts to itself: a device's code from a link, and a sign-out without a session. */
function formOf(ctx: KoaContextWithOIDC): { address: string; fields: Fields } | undefined {
  const { method, oidc, query, status } = ctx;
  const answer = clientAnswerOf(ctx);
  if (answer && !ctx.response.get('Location'))
    return { address: String((oidc.params ?? query).redirect_uri), fields: answer };
  const { route, params, session } = oidc;
  if (status !== 200) return undefined;
  const xsrf = String(session?.state?.secret);
  const user_code = params?.user_code;
  if (route === 'code_verification' && method !== 'POST' && user_code)
    return { address: oidc.urlFor(route), fields: { xsrf, user_code: String(user_code) } };
  if (route === 'end_session' && !session?.accountId)
    return { address: oidc.urlFor('end_session_confirm'), fields: { xsrf, logout: 'yes' } };
  return undefined;
}

/**
 * Draws the pages that only post a form. The library's are bare, in English, and stop without a script. The sign-in
 * page sends the form of a call from this process itself.
 */
export function drawPostingPages(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const form = ctx.oidc && !isCall(ctx) ? formOf(ctx as unknown as KoaContextWithOIDC) : undefined;
    if (form) await drawForm(ctx as unknown as KoaContextWithOIDC, form.address, form.fields);
  });
}
