import escapeHtml from 'escape-html';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { requestedScopes } from '../../kinds/token/consents.ts';
import { lockedError } from './count-wrong-device-codes.ts';
import { drawPage, type Page, type Problem, paragraph, problemIn } from './draw-page.ts';
import { type Words, wordsFor } from './page-words.ts';

export async function draw(ctx: KoaContextWithOIDC, make: (words: Words) => Page): Promise<void> {
  const words = await wordsFor(ctx);
  const { headers, html } = drawPage(words, make(words));
  ctx.type = 'html';
  ctx.set(headers);
  ctx.body = html;
}

export const button = (text: string, attributes: string) =>
  `<button type="submit" ${attributes}>${escapeHtml(text)}</button>`;

const message = (title: string) => (ctx: KoaContextWithOIDC) =>
  draw(ctx, ({ say }) => ({ title: say(title), body: paragraph(say('closePage')) }));

export const signedOutPage = message('signedOut');
export const connectedPage = message('connected');

const longestAddress = 200;

/** The address that is not registered. Often one letter is wrong. */
function addressAsked({ query }: KoaContextWithOIDC, error: string | undefined): string {
  const address = error === 'invalid_redirect_uri' && URL.parse(String(query.redirect_uri))?.href;
  return address ? `<p lang="en"><code>${escapeHtml(address.slice(0, longestAddress))}</code></p>` : '';
}

/** Shown where the library cannot send the browser back to a client. */
export const problemPage = (ctx: KoaContextWithOIDC, problem: Problem) =>
  draw(ctx, (words) => {
    const { title, body } = problemIn(words, problem, ctx);
    return { title, body: `${body}\n${addressAsked(ctx, problem.error)}` };
  });

/** Asks before signing out, since a link of anyone may lead here. */
export const logoutPage = (ctx: KoaContextWithOIDC, form: string) =>
  draw(ctx, ({ say }) => ({
    title: say('signOut'),
    body: `${paragraph(say('signOutText'))}${form}
<p class="actions">${button(say('signOutAction'), 'autofocus class="main" form="op.logoutForm" name="logout" value="yes"')}</p>
${paragraph(say('signOutStay'), 'subtle')}`,
  }));

interface Mistake {
  name: string;
  /** The code as the user typed it. */
  userCode?: string;
}

const mistakes: Readonly<Record<string, string>> = { AbortedError: 'deviceRefused', [lockedError]: 'deviceLocked' };

const wrong = ({ name }: Mistake) => mistakes[name] ?? 'deviceWrong';

/** Draws our own form, since the library's has a script on its field. */
export const deviceCodePage = (ctx: KoaContextWithOIDC, _form: string, _out?: unknown, mistake?: Mistake) =>
  draw(ctx, ({ say }) => {
    const secret = String(ctx.oidc.session?.state?.secret);
    const said = mistake
      ? `<p class="alert" role="alert" id="said">${escapeHtml(say(wrong(mistake)))}</p>`
      : paragraph(say('deviceText'));
    const typed = mistake?.userCode ? `value="${escapeHtml(mistake.userCode)}" aria-invalid="true" ` : '';
    return {
      title: say('device'),
      body: `${said}<form method="post" action="${escapeHtml(ctx.oidc.urlFor('code_verification'))}">
<input type="hidden" name="xsrf" value="${escapeHtml(secret)}">
<label for="code">${escapeHtml(say('deviceCode'))}</label>
<input id="code" name="user_code" ${typed}required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false"${mistake ? ' aria-describedby="said"' : ''}>
<p class="actions">${button(say('continue'), 'class="main"')}</p></form>`,
    };
  });

/** Asks for consent too: the device's application may then act for the user. */
export function deviceConfirmPage(ctx: KoaContextWithOIDC, form: string, userCode: string) {
  const { params = {} } = ctx.oidc.entities.DeviceCode as { params?: object };
  const application = ctx.oidc.client?.clientName ?? '';
  return draw(ctx, (words) => ({
    title: words.say('confirm'),
    body: `${paragraph(words.say('confirmCode'))}<p class="code">${escapeHtml(userCode)}</p>
${paragraph(words.say('confirmScopes', { application }))}
<ul>${requestedScopes(params)
      .map((scope) => `<li>${escapeHtml(words.scope(scope))}</li>`)
      .join('')}</ul>
${form}<p class="actions">
${button(words.say('connect'), 'class="main" form="op.deviceConfirmForm"')}
${button(words.say('cancel'), 'form="op.deviceConfirmForm" name="abort" value="yes"')}</p>`,
  }));
}
