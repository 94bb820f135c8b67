import { leadsToSignUp, type SignUpDoor } from '@doorwright/crds/options/sign-up-door.ts';
import type { SignInButton } from '@doorwright/crds/providers/sign-in-button.ts';
import type { Say } from '@doorwright/locales/translator.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { type MethodOutline, outlinesOf } from './method-outlines.ts';

interface Named {
  name: string;
  displayName: string;
  favicon?: string;
}

/** The fields of an application and its organization that the frame shows. */
interface Application extends Named, SignUpDoor {
  name: string;
  organizationObj: Named | null;
  logo: string;
  homepageUrl: string;
  signinHtml: string;
  signinMethods: readonly { name: string }[];
  providers: readonly { visible: boolean; canSignIn: boolean; provider: { button: SignInButton | null } | null }[];
}

export interface Subject {
  application?: Application | undefined;
  organization?: Named | undefined;
}

/** A web address that somebody wrote. Other schemes, such as scripts, are left out. */
function webAddress(text = ''): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

export const ownerOf = ({ organization }: Subject): string =>
  organization?.displayName || organization?.name || 'Doorwright';

export const titleOf = (subject: Subject, title: string): string => `${title} · ${ownerOf(subject)}`;

export const iconOf = ({ application, organization }: Subject): string =>
  webAddress(application?.favicon || organization?.favicon) ?? '/icon.svg';

function brand(subject: Subject): Html {
  const { displayName, logo: picture = '', homepageUrl = '' } = subject.application ?? {};
  const name = displayName || 'Doorwright';
  const [logo, home] = [webAddress(picture), webAddress(homepageUrl)];
  const mark = logo
    ? html`<img class="logo" src="${logo}" alt="${name}">`
    : html`<img class="icon" src="${iconOf(subject)}" alt="">${name}`;
  return home ? html`<a class="brand" href="${home}">${mark}</a>` : html`<div class="brand">${mark}</div>`;
}

const field = (label: string) =>
  html`<div class="field"><label>${label}</label><div class="line"><div class="box"><input disabled></div></div><p class="missing"></p></div>`;

const check = (label: string) =>
  html`<div class="field"><label class="check"><input type="checkbox" checked disabled><span>${label}</span></label><p class="missing"></p></div>`;

/** As high as the real form, so that nothing moves. */
function formToCome([first, ...others]: readonly MethodOutline[], say: Say): Html | false {
  if (!first) return false;
  const isRecoverable = [first, ...others].some((each) => each.isRecoverable);
  const tabs = [first, ...others].flatMap(({ tab }) => tab ?? []);
  const hasTabs = tabs.length > 1;
  const links = others.filter(({ tab }) => !(hasTabs && tab && first.tab));
  return html`<form>
${hasTabs && html`<div class="tabs">${tabs.map((tab) => html`<button aria-selected="${String(tab === first.tab)}" disabled>${say(tab)}</button>`)}</div>`}
${first.fields.map((label) => field(say(label)))}
${first.lead && html`<p class="help">${say(first.lead)}</p>`}
<div class="beside">${check(say('autoSignin'))}${isRecoverable && html`<span>${say('forgotPassword')}</span>`}</div>
<button class="button primary" disabled>${say(first.submit ?? 'signIn')}</button>
${links.map(({ link }) => html`<button class="button link" disabled>${say(link)}</button>`)}
</form>`;
}

/** The buttons of other services: icons beside a form, and large without one. */
function servicesToCome({ providers, signinMethods }: Application, say: Say): Html | false {
  const buttons = providers.flatMap(({ visible, canSignIn, provider }) =>
    visible && canSignIn && provider?.button ? [provider.button] : [],
  );
  const isLarge = outlinesOf(signinMethods).length === 0;
  const words = (service: string) => isLarge && say('signInWith', { service });
  return (
    buttons.length > 0 &&
    html`<div></div><ul class="services${isLarge && ' large'}">
${buttons.map(({ letters, label }) => html`<li><button class="button ${isLarge ? 'secondary' : 'link'}" disabled><span class="badge" data-letters="${letters}"></span>${words(label)}</button></li>`)}
</ul>`
  );
}

const statusFor = (say: Say) => html`<p class="unseen" role="status">${say('loading')}</p>
<noscript><p class="alert danger">${say('needsScript')}</p></noscript>`;

/**
 * Hides the frame until it is complete. It stands in the middle of the window and would otherwise move with each
 * part. The link expects the last element, because Chromium shows an element before its content is complete. Other
 * browsers show the frame in parts.
 */
export const renderWhenComplete = html`<link rel="expect" href="#whole" blocking="render">`;

interface Visit {
  isForClient: boolean;
  /** The visitor of `/login` was led to the organization that their browser remembers. */
  isRemembered: boolean;
}

/** The sign-in page before its script runs: the application's name, and the outline of the form. */
export function signInOutline(subject: Subject, { isForClient, isRemembered }: Visit, say: Say): Html {
  const { application } = subject;
  if (!application) return loadingOutline(subject, say);
  const { displayName, name, logo, signinMethods } = application;
  return html`<main class="door" aria-busy="true">
<header>${brand(subject)}<h1>${say('title')}</h1>
${isForClient && logo && html`<p class="lead">${say('signInTo', { application: displayName || name })}</p>`}</header>
${statusFor(say)}<div aria-hidden="true" inert>
${formToCome(outlinesOf(signinMethods), say)}
${servicesToCome(application, say)}
${leadsToSignUp(application) && html`<p class="foot">${say('noAccount')} ${say('signUpNow')}</p>`}
${isRemembered && html`<p class="foot">${say('notThere', { organization: ownerOf(subject) })} ${say('signInElsewhere')}</p>`}
</div></main>
<footer><span>${ownerOf(subject)}</span><span class="to-come"></span><span class="to-come" id="whole"></span></footer>`;
}

/** Any other page before its script runs. */
export const loadingOutline = (subject: Subject, say: Say): Html =>
  html`<main class="waiting" aria-busy="true"><span class="spinner" aria-hidden="true"></span>
<p>${subject.application?.displayName}</p>${statusFor(say)}</main>`;
