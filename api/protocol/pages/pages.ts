import type { Brand as Looks } from '@doorwright/crds/brand/brand-of.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import escapeHtml from 'escape-html';
import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import { requestedScopes } from '../../kinds/token/consents.ts';
import { faultOf } from '../faults/fault-of.ts';
import { brandOf } from './brand.ts';
import { lockedError } from './count-wrong-device-codes.ts';
import { drawPage, type Page, type Problem, paragraph, problemIn } from './draw-page.ts';
import { faultPart } from './fault-part.ts';
import { type Words, wordsFor } from './page-words.ts';

export async function draw(ctx: KoaContextWithOIDC, make: (words: Words) => Page | Promise<Page>): Promise<void> {
  const words = await wordsFor(ctx);
  const { application, looks } = (ctx.oidc?.client ?? {}) as { application?: Application; looks?: Looks };
  const brand = brandOf(application, looks);
  const { headers, html } = drawPage(words, { brand, ...(await make(words)) });
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

/** Shown where the library cannot send the browser back to a client. It names the mistake of the client's program. */
export const problemPage = (ctx: KoaContextWithOIDC, problem: Problem, error: errors.OIDCProviderError) =>
  draw(ctx, async (words) => {
    const mistake = faultOf(error, ctx);
    const application = ctx.oidc.client?.application as Application | undefined;
    return problemIn(words, problem, ctx, mistake && (await faultPart(words, mistake, application)));
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
